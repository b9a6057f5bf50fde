/** A labelled choice of one from a few; the browser's own control, so that phones and keyboards know it. */

import { useId } from "react";
import styles from "./Form.module.css";

interface Choice {
  value: string;
  label: string;
}

interface SelectProps {
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
  /** Label before the control on one line (in bars) or above it (in forms). */
  isInline?: boolean;
  isDisabled?: boolean;
}

export function Select({ label, choices, value, onChange, isInline, isDisabled }: SelectProps) {
  const id = useId();
  return (
    <div className={isInline ? styles.inline : styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.control}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
