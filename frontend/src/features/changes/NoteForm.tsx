/** A place to write a note; what was typed stays until it is kept. */

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/ui/controls/Button";
import styles from "./Changes.module.css";

interface NoteFormProps {
  isBusy: boolean;
  hint?: string;
  /** What was typed stays until it is kept. */
  onWrite: (text: string, onKept: () => void) => void;
}

export function NoteForm({ isBusy, hint, onWrite }: NoteFormProps) {
  const [text, setText] = useState("");
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    onWrite(text.trim(), () => setText(""));
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <label htmlFor={id}>Note</label>
      <textarea
        id={id}
        rows={3}
        maxLength={8000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {hint === undefined ? null : <p className={styles.quiet}>{hint}</p>}
      <div>
        <Button kind="primary" type="submit" disabled={isBusy || text.trim() === ""}>
          Write the note
        </Button>
      </div>
    </form>
  );
}
