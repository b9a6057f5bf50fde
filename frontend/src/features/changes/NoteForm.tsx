/** A place to write a note; what was typed stays until it is kept. */

import { useId, useState } from "react";
import { Form } from "@/ui/controls/Form";
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
  const submit = () => {
    if (text.trim() === "") return;
    onWrite(text.trim(), () => setText(""));
  };
  return (
    <Form
      className={styles.form}
      onSubmit={submit}
      send="Add comment"
      isIncomplete={isBusy || text.trim() === ""}
    >
      <label htmlFor={id}>Note</label>
      <textarea
        id={id}
        rows={3}
        maxLength={8000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {hint === undefined ? null : <p className={styles.quiet}>{hint}</p>}
    </Form>
  );
}
