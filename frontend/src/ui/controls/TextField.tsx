/** A labelled line of text, with what is wrong about it below. */

import { type InputHTMLAttributes, useId } from "react";
import styles from "./Form.module.css";
import { useFaultAt } from "./refusal";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  fault?: string | undefined;
  /** Where the field stands in what is sent (`/password`): faults that the server names there show here. */
  pointer?: string;
  isInline?: boolean;
}

export function TextField(props: TextFieldProps) {
  const { label, onChange, hint, fault: ownFault, pointer, isInline, ...rest } = props;
  const id = useId();
  const refused = useFaultAt(pointer);
  const fault = ownFault ?? refused;
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
