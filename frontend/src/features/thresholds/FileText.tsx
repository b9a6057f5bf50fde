/** A file as text with its line numbers, and what is wrong with it, each fault leading to its place. */

import { useId, useRef } from "react";
import type { Fault } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import styles from "./Thresholds.module.css";
import { caretOf } from "./thresholdsModel";

interface FileTextProps {
  text: string;
  faults: readonly Fault[];
  isReadOnly: boolean;
  onChange: (text: string) => void;
}

const FEWEST_LINES = 8;

export function FileText({ text, faults, isReadOnly, onChange }: FileTextProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = Math.max(text.split("\n").length, FEWEST_LINES);
  const wrong = new Set(faults.map(({ line }) => line));
  const numbers = Array.from({ length: lines }, (_, index) => index + 1);
  const go = (fault: Fault) => {
    const place = caretOf(text, fault);
    field.current?.focus();
    field.current?.setSelectionRange(place, place);
  };
  return (
    <>
      <label htmlFor={id}>.tidemark.toml</label>
      <div className={styles.text}>
        <p className={styles.gutter} aria-hidden="true">
          {numbers.map((line) => (
            <span key={line} data-wrong={wrong.has(line) ? "" : undefined}>
              {line}
            </span>
          ))}
        </p>
        <textarea
          ref={field}
          id={id}
          rows={lines}
          spellCheck={false}
          autoCapitalize="off"
          value={text}
          readOnly={isReadOnly}
          aria-invalid={faults.length > 0}
          aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {faults.length === 0 ? null : (
        <ul id={`${id}-faults`} className={styles.faults} aria-label="What is wrong with it">
          {faults.map((fault) => (
            <li key={`${fault.pointer} ${fault.reason}`}>
              <Button kind="quiet" onClick={() => go(fault)}>
                Line {fault.line ?? 1}, column {fault.column ?? 1}
              </Button>{" "}
              {fault.reason}: {fault.remedy}.
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
