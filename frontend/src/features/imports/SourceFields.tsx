/** Where a history comes from, and what is said of it. */

import { useId } from "react";
import { TextField } from "@/ui/controls/TextField";
import styles from "./Imports.module.css";
import type { ImportForm } from "./importsModel";

interface SourceFieldsProps {
  form: ImportForm;
  /** Another one empties the choice of a file. */
  fileKey: number;
  onForm: (form: ImportForm) => void;
  onFile: (file: File | null) => void;
  /** Another address is another history: answers to the last one go. */
  onAddress: (address: string) => void;
}

export function SourceFields({ form, fileKey, onForm, onFile, onAddress }: SourceFieldsProps) {
  return (
    <div className={styles.fields}>
      <FileField
        key={fileKey}
        label="History of another tracker"
        hint="github-action-benchmark, asv, pytest-benchmark, Bencher, LNT, Conbench, Codespeed, Perfherder, rustc-perf, Nyrkiö, Skia Perf, ReBench, or a table (.csv)."
        onChange={onFile}
      />
      <TextField
        label="Address"
        hint="Instead of a file: a page, an API or a file that the server fetches."
        value={form.address}
        maxLength={2000}
        type="url"
        placeholder="https://user.github.io/project/dev/bench/"
        pointer="/address"
        onChange={onAddress}
      />
      {form.address === "" ? null : (
        <TextField
          label="Token"
          hint="Where the tracker wants one. It goes to this address only, and is forgotten when the import has ended."
          value={form.token}
          maxLength={4000}
          type="password"
          autoComplete="off"
          onChange={(token) => onForm({ ...form, token })}
        />
      )}
      <TextField
        label="Testbed"
        hint="Where it was measured, if the file does not say."
        value={form.testbed}
        maxLength={200}
        placeholder="github-hosted"
        onChange={(testbed) => onForm({ ...form, testbed })}
      />
      <TextField
        label="Suite"
        hint="Else as in the file."
        value={form.suite}
        maxLength={200}
        onChange={(suite) => onForm({ ...form, suite })}
      />
      <TextField
        label="Branch"
        hint="Else as in the file, or main. One branch holds the history of one repository."
        value={form.branch}
        maxLength={200}
        onChange={(branch) => onForm({ ...form, branch, isSameHistory: false })}
      />
    </div>
  );
}

interface FileFieldProps {
  label: string;
  hint: string;
  onChange: (file: File | null) => void;
}

/** A labelled choice of one file. */
function FileField({ label, hint, onChange }: FileFieldProps) {
  const id = useId();
  return (
    <div className={styles.file}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.files?.[0] ?? null)}
      />
      <p id={`${id}-hint`}>{hint}</p>
    </div>
  );
}
