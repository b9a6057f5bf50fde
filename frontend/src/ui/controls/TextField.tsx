/** A labelled line of text, with what is wrong about it below. */

import { type InputHTMLAttributes, useId } from "react";
import styles from "./Form.module.css";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  fault?: string | undefined;
  isInline?: boolean;
}

export function TextField({ label, onChange, hint, fault, isInline, ...rest }: TextFieldProps) {
  const id = useId();
  const note = fault ?? hint;
  return (
    <div className={isInline ? styles.inline : styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        className={styles.control}
        aria-invalid={fault !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      {note === undefined ? null : (
        <p id={`${id}-note`} className={fault === undefined ? styles.hint : styles.fault}>
          {note}
        </p>
      )}
    </div>
  );
}
