/** A folded form that adds one part to the text of the file, and is empty again afterwards. */

import { type ReactNode, useState } from "react";
import { Form } from "@/ui/controls/Form";
import styles from "./Thresholds.module.css";

interface NewPartProps<Fields> {
  /** What is added: "rule", "reference" or "budget". */
  name: string;
  empty: Fields;
  isOpen?: boolean;
  isWhole: (fields: Fields) => boolean;
  onAdd: (fields: Fields) => void;
  children: (fields: Fields, put: (part: Partial<Fields>) => void) => ReactNode;
}

export function NewPart<Fields>(props: NewPartProps<Fields>) {
  const { name, empty, isOpen, isWhole, onAdd, children } = props;
  const [fields, setFields] = useState(empty);
  const submit = () => {
    onAdd(fields);
    setFields(empty);
  };
  return (
    <details open={isOpen}>
      <summary>Add a {name} by its fields</summary>
      <Form
        className={styles.form}
        label={`New ${name}`}
        onSubmit={submit}
        send="Add to the file"
        isPlain
        isIncomplete={!isWhole(fields)}
      >
        {children(fields, (part) => setFields({ ...fields, ...part }))}
      </Form>
    </details>
  );
}
