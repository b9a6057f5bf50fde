/** What the files do not say: format, commit, branch, testbed, suite, parameters, tags. */

import { useId } from "react";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import styles from "./AddResults.module.css";
import { MAPPED, type ResultsForm } from "./addResultsModel";
import { useFormats, useMappings } from "./addResultsQuery";

interface ResultsFieldsProps {
  project: string;
  form: ResultsForm;
  /** Changes what the files become. */
  onLook: (changed: Partial<ResultsForm>) => void;
  /** Changes only where they belong. */
  onPlace: (changed: Partial<ResultsForm>) => void;
}

export function ResultsFields({ project, form, onLook, onPlace }: ResultsFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextField
        label="Testbed"
        hint="Where it was measured."
        value={form.testbed}
        maxLength={200}
        onChange={(testbed) => onPlace({ testbed })}
      />
      <TextField
        label="Commit"
        hint="A hash or a release."
        value={form.commit}
        maxLength={200}
        onChange={(commit) => onPlace({ commit })}
      />
      <TextField
        label="Branch"
        value={form.branch}
        maxLength={200}
        onChange={(branch) => onPlace({ branch })}
      />
      <TextField
        label="Time of the commit"
        hint="Orders it among the others; may be left empty."
        type="datetime-local"
        value={form.time}
        onChange={(time) => onPlace({ time })}
      />
      <TextField
        label="Suite"
        hint="Else the name of the tool."
        value={form.suite}
        maxLength={200}
        onChange={(suite) => onPlace({ suite })}
      />
      <TextField
        label="Parents of the commit"
        hint="Hashes, the first one first; where the server does not know the history."
        value={form.parents}
        maxLength={2000}
        onChange={(parents) => onPlace({ parents })}
      />
      <PairLines
        label="Parameters of each benchmark"
        placeholder="compiler=gcc-14"
        value={form.parameters}
        onChange={(parameters) => onPlace({ parameters })}
      />
      <PairLines
        label="Tags of the run"
        placeholder="reason=nightly"
        value={form.tags}
        onChange={(tags) => onPlace({ tags })}
      />
      <FormatSelect
        project={project}
        value={form.format}
        onChange={(format) => onLook({ format, mapping: null })}
      />
    </div>
  );
}

interface FormatSelectProps {
  project: string;
  value: string;
  onChange: (format: string) => void;
}

function FormatSelect({ project, value, onChange }: FormatSelectProps) {
  const isPainted = useIsPainted(true);
  const formats = useFormats(project, isPainted).data ?? [];
  const mappings = useMappings(project, isPainted).data ?? [];
  return (
    <Select
      label="Format"
      value={value}
      choices={[
        { value: "", label: "recognised by content" },
        ...mappings.map(({ name }) => ({
          value: `${MAPPED}${name}`,
          label: name,
          group: "Mappings of this project",
        })),
        ...formats.map(({ name, title, family }) => ({ value: name, label: title, group: family })),
      ]}
      onChange={onChange}
    />
  );
}

interface PairLinesProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
}

function PairLines({ label, placeholder, value, onChange }: PairLinesProps) {
  const id = useId();
  return (
    <div className={styles.lines}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        placeholder={placeholder}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`}>name=value, one on each line.</p>
    </div>
  );
}
