/** A labelled choice of one file. */

import { useId } from "react";
import styles from "./Imports.module.css";

interface FileFieldProps {
  label: string;
  hint: string;
  accept: string;
  onChange: (file: File | null) => void;
}

export function FileField({ label, hint, accept, onChange }: FileFieldProps) {
  const id = useId();
  return (
    <div className={styles.file}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.files?.[0] ?? null)}
      />
      <p id={`${id}-hint`}>{hint}</p>
    </div>
  );
}
