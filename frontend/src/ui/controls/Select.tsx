/** A labelled choice of one from a few; the browser's own control, so that phones and keyboards know it. */

import { useId } from "react";
import styles from "./Form.module.css";

interface Choice {
  value: string;
  label: string;
  /** Heads all choices that have the same. */
  group?: string;
}

interface SelectProps {
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
  /** Label before the control on one line (in bars) or above it (in forms). */
  isInline?: boolean;
  /** In a table, whose head says it already: only screen readers are given the label. */
  isLabelHidden?: boolean;
  isDisabled?: boolean;
}

export function Select(props: SelectProps) {
  const { label, choices, value, onChange, isInline, isLabelHidden, isDisabled } = props;
  const id = useId();
  return (
    <div className={isInline ? styles.inline : styles.field}>
      {isLabelHidden ? null : <label htmlFor={id}>{label}</label>}
      <select
        id={id}
        aria-label={isLabelHidden ? label : undefined}
        className={styles.control}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {groupsOf(choices).map(([group, own]) =>
          group === undefined ? (
            own.map(optionOf)
          ) : (
            <optgroup key={group} label={group}>
              {own.map(optionOf)}
            </optgroup>
          ),
        )}
      </select>
    </div>
  );
}

function optionOf({ value, label }: Choice) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}

/** In their order; a group that comes back is the same one. */
function groupsOf(choices: readonly Choice[]): [string | undefined, Choice[]][] {
  const groups = new Map<string | undefined, Choice[]>();
  for (const choice of choices)
    groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return [...groups];
}
