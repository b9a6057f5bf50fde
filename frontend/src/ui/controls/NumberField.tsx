/** A number typed freely: what is half typed stays as it is typed, only its meaning is told. */

import { useState } from "react";
import { TextField } from "./TextField";

interface NumberFieldProps {
  label: string;
  value: number;
  /** What a text means; a text that cannot be read means what nothing means. */
  read: (text: string) => number;
  /** What stands there for a value; empty for the one that means nothing. */
  write: (value: number) => string;
  onChange: (value: number) => void;
  className?: string | undefined;
}

export function NumberField({ value, read, write, onChange, ...rest }: NumberFieldProps) {
  const [draft, setDraft] = useState<{ text: string; value: number } | null>(null);
  // A value that came from elsewhere (an address, going back) is newer than what was typed.
  const text = draft?.value === value ? draft.text : write(value);
  return (
    <TextField
      {...rest}
      type="number"
      min={0}
      step="any"
      value={text}
      onChange={(typed) => {
        const meant = read(typed);
        setDraft({ text: typed, value: meant });
        onChange(meant);
      }}
      onBlur={() => setDraft(null)}
    />
  );
}
