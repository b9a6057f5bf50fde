/** Chooses one side: type any part of a run, commit, branch, pull request, tag or testbed. */

import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import type { SideOffer } from "@/api/types";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { KIND_WORDS, sideName } from "../compareModel";
import { useSideOffers } from "../compareQuery";
import { KINDS, type Side, type SideName } from "../compareUrl";
import styles from "./SidePicker.module.css";

interface SidePickerProps {
  project: string;
  place: SideName;
  side: Side;
  /** The other side: where it is a run, only runs of its suite are offered. */
  other: Side;
  onChange: (side: Side) => void;
}

const TITLES: Record<SideName, string> = { baseline: "Baseline", contender: "Contender" };

export function SidePicker({ project, place, side, other, onChange }: SidePickerProps) {
  const id = useId();
  const beside = other.kind === "run" && other.name !== "" ? Number(other.name) : null;
  const box = useChoosing(project, beside, (option) =>
    onChange({ ...side, kind: option.kind, name: option.name }),
  );
  const { isOpen, options, active } = box;
  return (
    <div className={styles.picker}>
      <label htmlFor={id}>{TITLES[place]}</label>
      <input
        id={id}
        className={styles.input}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        placeholder="run, commit, branch, pull request …"
        value={box.text ?? (side.name === "" ? "" : sideName({ ...side, parameters: {} }))}
        onFocus={(event) => event.target.select()}
        onClick={box.open}
        onChange={(event) => box.type(event.target.value)}
        onKeyDown={box.onKeyDown}
        onBlur={box.close}
      />
      {isOpen ? (
        <div className={styles.list}>
          {box.note === "" ? null : <div className={styles.none}>{box.note}</div>}
          <div id={`${id}-list`} role="listbox" aria-label={TITLES[place]}>
            {options.map((option, index) => (
              <Choice
                key={`${option.kind}:${option.name}`}
                id={`${id}-${index}`}
                option={option}
                isActive={index === active}
                onChoose={() => box.choose(option)}
              />
            ))}
          </div>
        </div>
      ) : null}
    </div>
  );
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** What is typed, what it finds, and which of that the keys are at; nothing typed: closed. */
function useChoosing(project: string, beside: number | null, onChoose: (option: Option) => void) {
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const isOpen = text !== null;
  const asked = useSideOffers(project, useDeferredValue(text ?? ""), isOpen, beside);
  const options = withTyped(text ?? "", withForks(asked.data?.sides ?? []));
  const isAnswered = asked.data !== undefined && !asked.isPlaceholderData;
  const type = (typed: string | null) => {
    setText(typed);
    setActive(0);
  };
  const choose = (option: Option | undefined) => {
    if (option !== undefined) onChoose(option);
    type(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setText(text ?? "");
      setActive(Math.max(0, Math.min(options.length - 1, active + step)));
    } else if (event.key === "Enter" && isOpen) choose(options[active]);
    else if (event.key === "Escape") type(null);
  };
  return {
    text,
    isOpen,
    options,
    note: isOpen && isAnswered ? noteOf(text, options) : "",
    active,
    type,
    choose,
    onKeyDown,
    open: () => setText(text ?? ""),
    close: () => type(null),
  };
}

interface Option {
  kind: Side["kind"];
  name: string;
  detail: string;
  time: string | null;
}

const PULL = "pull request";

/** What the list does not say: that there is nothing, or nothing of the kind that was asked for. */
function noteOf(text: string, options: readonly Option[]): string {
  const sought = text.trim().toLowerCase();
  const isPull = sought.length >= 2 && PULL.startsWith(sought);
  if (isPull && options.every(({ kind }) => kind !== "pull"))
    return "No pull request has been reported: a report that names one brings it here.";
  return options.length === 0 ? "Nothing has such a name." : "";
}

/** Behind each pull request, the commit that it left its base at. */
function withForks(offers: readonly SideOffer[]): Option[] {
  return offers.flatMap((offer): Option[] =>
    offer.kind === "pull"
      ? [offer, { kind: "fork", name: offer.name, detail: "merge base", time: null }]
      : [offer],
  );
}

/** What was typed in the way of an address is taken as it stands: `fork:idea`, `commit:abc`. */
function withTyped(text: string, options: readonly Option[]): Option[] {
  const [head = "", ...rest] = text.split(":");
  const kind = KINDS.find((one) => one === head.trim());
  const name = rest.join(":").trim();
  if (kind === undefined || name === "") return [...options];
  return [{ kind, name, detail: "as typed", time: null }, ...options];
}

interface ChoiceProps {
  id: string;
  option: Option;
  isActive: boolean;
  onChoose: () => void;
}

function Choice({ id, option, isActive, onChoose }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field above choose too
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.kind}>{KIND_WORDS[option.kind]}</span>{" "}
      <span className={styles.name}>
        {option.name} <span className={styles.detail}>{option.detail}</span>
      </span>
      {option.time === null ? null : <RelativeTime at={option.time} />}
    </div>
  );
}
