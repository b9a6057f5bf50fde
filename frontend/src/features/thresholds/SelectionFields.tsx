/** The name of a part of the file, and which series it selects. */

import { TextField } from "@/ui/controls/TextField";
import { SELECTED, type Selection } from "./ruleText";

interface SelectionFieldsProps {
  fields: Selection;
  onPut: (part: Partial<Selection>) => void;
}

export function SelectionFields({ fields, onPut }: SelectionFieldsProps) {
  return (
    <>
      <TextField label="Name" value={fields.name} onChange={(name) => onPut({ name })} />
      {SELECTED.map((name) => (
        <TextField
          key={name}
          label={`Only ${name}`}
          placeholder="any; several with commas"
          value={fields[name]}
          onChange={(text) => onPut({ [name]: text })}
        />
      ))}
      <TextField
        label="Only parameters"
        placeholder="threads=4, engine=smol"
        value={fields.parameters}
        onChange={(parameters) => onPut({ parameters })}
      />
      <TextField
        label="Only tags"
        placeholder="owner=runtime"
        value={fields.tags}
        onChange={(tags) => onPut({ tags })}
      />
    </>
  );
}
