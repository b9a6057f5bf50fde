/** A password that is chosen: the browser offers one, and keeps it. */

import { TextField } from "@/ui/controls/TextField";
import { PASSWORD_HINT } from "./accountModel";

interface NewPasswordFieldProps {
  label: string;
  value: string;
  onChange: (password: string) => void;
}

export function NewPasswordField({ label, value, onChange }: NewPasswordFieldProps) {
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      hint={PASSWORD_HINT}
      pointer="/password"
      value={value}
      onChange={onChange}
    />
  );
}
