/** A labelled check box with an optional count at the end of its line. */

import { formatCount } from "@/units/format";
import styles from "./Form.module.css";

interface CheckboxProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  count?: number;
  isDisabled?: boolean;
}

export function Checkbox({ label, isChecked, onChange, count, isDisabled }: CheckboxProps) {
  return (
    <label className={styles.check} title={label}>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.name}>{label}</span>
      {count === undefined ? null : <span className={styles.tally}>{formatCount(count)}</span>}
    </label>
  );
}
