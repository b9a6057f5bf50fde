/** The file as it is edited: read while it is typed, tried before it is saved. */

import { Link } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import { ApiError } from "@/api/errors";
import type { Fault, Thresholds } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { offerUndo } from "@/ui/feedback/undoStore";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { formatFilters } from "@/ui/url/filters";
import { BoundTables } from "./BoundTables";
import { NewBudget, NewReference } from "./NewBound";
import { NewRule } from "./NewRule";
import { type RuleFields, withBudget, withReference, withRule } from "./ruleText";
import styles from "./Thresholds.module.css";
import {
  actionText,
  caretOf,
  effectText,
  type JudgingRow,
  reachText,
  rowsOf,
} from "./thresholdsModel";
import { useBeginDryRun, useReading, useSave } from "./thresholdsQuery";

interface ThresholdEditorProps {
  project: string;
  kept: Thresholds;
  /** What the editor begins with: what holds, an older version, or what a dry run tried. */
  initial: string;
  /** What the fields of a new rule begin with. */
  selected: Pick<RuleFields, "suite" | "benchmark" | "metric">;
  mayTry: boolean;
  maySave: boolean;
  onRun: (id: number | null) => void;
  onSaved: () => void;
}

const PAUSE_MS = 300;

export function ThresholdEditor(props: ThresholdEditorProps) {
  const { project, kept, initial, selected, mayTry, maySave, onRun, onSaved } = props;
  const [text, setText] = useState(initial);
  const settled = useSettled(text);
  const saved = kept.version?.text ?? "";
  // who may not try a file is shown what holds, whatever version stands below
  const isEdited = mayTry && settled !== saved;
  const reading = useReading(project, settled, isEdited);
  const faults = isEdited && reading.error instanceof ApiError ? reading.error.faults : [];
  const read = isEdited && faults.length === 0 && reading.data ? reading.data : kept;
  const rows = rowsOf(read);
  const isWrong = faults.length > 0;
  return (
    <>
      <Section title="Rules" aside={asideOf(kept, isEdited, isWrong)}>
        <RulesTable project={project} rows={rows} />
      </Section>
      <BoundTables reading={read} />
      <Section title="File" aside={maySave ? "Saved here, or sent by CI." : "As it was saved."}>
        <div className={styles.editor}>
          <FileText text={text} faults={faults} isReadOnly={!mayTry} onChange={setText} />
          {mayTry ? (
            <>
              <NewRule selected={selected} onAdd={(fields) => setText(withRule(text, fields))} />
              <NewBudget onAdd={(fields) => setText(withBudget(text, fields))} />
              <NewReference onAdd={(fields) => setText(withReference(text, fields))} />
            </>
          ) : null}
          <Deeds
            {...{ project, kept, text, maySave, onRun, onSaved, mayTry, isWrong }}
            isEdited={text !== saved}
            onLeave={() => setText(saved)}
          />
        </div>
      </Section>
    </>
  );
}

/** A text that was not typed at for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function asideOf(kept: Thresholds, isEdited: boolean, isWrong: boolean): string {
  if (isEdited && !isWrong) return "As edited below, not saved.";
  const { version } = kept;
  return version === null ? "Nothing was saved yet." : `Version ${version.number}.`;
}

interface DeedsProps {
  project: string;
  kept: Thresholds;
  text: string;
  mayTry: boolean;
  maySave: boolean;
  isEdited: boolean;
  isWrong: boolean;
  onLeave: () => void;
  onRun: (id: number | null) => void;
  onSaved: () => void;
}

function Deeds(props: DeedsProps) {
  const { project, kept, text, mayTry, maySave, isEdited, isWrong } = props;
  const begin = useBeginDryRun(project);
  const save = useKeep(project, kept, props.onSaved);
  if (!mayTry) return null;
  return (
    <>
      <div className={styles.actions}>
        <Button
          kind="primary"
          disabled={isWrong || !isEdited || begin.isPending}
          onClick={() =>
            begin.mutate(text, {
              onSuccess: ({ id }) => props.onRun(id),
              // what an earlier text would do is no answer for this one
              onError: () => props.onRun(null),
            })
          }
        >
          Dry run
        </Button>
        {maySave ? (
          <Button disabled={isWrong || !isEdited || save.isPending} onClick={() => save.keep(text)}>
            Save
          </Button>
        ) : null}
        <Button kind="quiet" disabled={!isEdited} onClick={props.onLeave}>
          Discard changes
        </Button>
      </div>
      <ErrorState error={begin.error} what="The dry run did not begin." />
      <ErrorState
        error={save.error}
        what="The thresholds were not saved."
        meaning="Series are judged as before."
      />
    </>
  );
}

/** Saves a file; for ten seconds the one before can be saved again. */
function useKeep(project: string, kept: Thresholds, onSaved: () => void) {
  const save = useSave(project);
  const keep = (text: string) => {
    const basedOn = kept.version?.number ?? 0;
    const before = kept.version?.text ?? "";
    save.mutate(
      { text, basedOn },
      {
        onSuccess: ({ number }) => {
          onSaved();
          offerUndo({
            label: text.trim() === "" ? "Thresholds taken away" : `Saved as version ${number}`,
            undo: () => save.mutateAsync({ text: before, basedOn: number }),
          });
        },
      },
    );
  };
  return { keep, isPending: save.isPending, error: save.error };
}

/** The rules in their order, the standard last: what each asks for, and how many series it judges. */
function RulesTable({ project, rows }: { project: string; rows: readonly JudgingRow[] }) {
  const columns: Column<JudgingRow>[] = [
    { id: "number", head: "No.", isNumber: true, cell: ({ number }) => number || "–" },
    {
      id: "rule",
      head: "Rule",
      isProse: true,
      cell: ({ name, words }) => (
        <>
          {name} <span className={styles.quiet}>{words}</span>
        </>
      ),
    },
    { id: "effect", head: "Minimum effect", isNumber: true, cell: effectText },
    { id: "sensitivity", head: "Sensitivity", term: "sensitivity", cell: (row) => row.sensitivity },
    { id: "action", head: "Action", term: "gate", cell: actionText },
    {
      id: "series",
      head: "Series judged",
      isNumber: true,
      cell: (row) =>
        row.filters === null || row.matched === 0 ? (
          reachText(row)
        ) : (
          <Link
            to="/p/$project/explore"
            params={{ project }}
            search={formatFilters(row.filters)}
            aria-label={`${reachText(row)}, of rule ${row.number}`}
          >
            {reachText(row)}
          </Link>
        ),
    },
  ];
  return (
    <Table
      caption="Rules, of which the last that matches a series judges it"
      columns={columns}
      rows={rows}
      rowKey={({ number }) => number}
    />
  );
}

interface FileTextProps {
  text: string;
  faults: readonly Fault[];
  isReadOnly: boolean;
  onChange: (text: string) => void;
}

const FEWEST_LINES = 8;

/** A file as text with its line numbers, and what is wrong with it, each fault leading to its place. */
function FileText({ text, faults, isReadOnly, onChange }: FileTextProps) {
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
