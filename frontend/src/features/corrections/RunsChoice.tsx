/** All runs of a suite, testbed, branch and time: counted first, then excluded or deleted. */

import { useState } from "react";
import { useChoices } from "@/api/facets";
import { Button } from "@/ui/controls/Button";
import { FacetSelect, FilterBar } from "@/ui/controls/FilterBar";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Panel } from "@/ui/layout/Panel";
import { counted } from "@/ui/words/countWords";
import { NO_RUNS, type RunsForm, whereOf } from "./correctionsModel";
import { type RunsChosen, useCorrectRuns } from "./correctionsQuery";
import styles from "./RunsChoice.module.css";

interface RunsChoiceProps {
  project: string;
  isDisabled: boolean;
}

export function RunsChoice({ project, isDisabled }: RunsChoiceProps) {
  const [form, setForm] = useState<RunsForm>(NO_RUNS);
  const correct = useCorrectRuns(project);
  const where = whereOf(form);
  const ask = (act: RunsChosen["act"], dry_run: boolean) =>
    correct.mutate({ act, where, reason: form.reason.trim() || "counted", dry_run });
  const isEmpty = Object.keys(where).length === 0;
  const cannot = isDisabled || correct.isPending || isEmpty;
  const hasReason = form.reason.trim() !== "";
  const change = (part: Partial<RunsForm>) => {
    correct.reset();
    setForm({ ...form, ...part });
  };
  return (
    <Panel>
      <Filters project={project} form={form} onChange={change} />
      <div className={styles.actions}>
        <Button disabled={cannot} onClick={() => ask("deletions", true)}>
          Count them
        </Button>
        <Button disabled={cannot || !hasReason} onClick={() => ask("exclusions", false)}>
          Exclude from baselines
        </Button>
        <Button
          kind="danger"
          disabled={cannot || !hasReason}
          onClick={() => ask("deletions", false)}
        >
          Delete
        </Button>
      </div>
      <p role="status">{correct.data === undefined ? "" : toldOf(correct)}</p>
      <ErrorState error={correct.error} what="No run was changed." />
    </Panel>
  );
}

interface Told {
  data: { runs: number; results: number } | undefined;
  variables: RunsChosen | undefined;
}

function toldOf({ data, variables }: Told): string {
  const { runs, results } = data ?? { runs: 0, results: 0 };
  const many = `${counted(runs, "run")} with ${counted(results, "result")}`;
  if (variables?.dry_run !== false) return `These are ${many}.`;
  return `${many} ${variables.act === "deletions" ? "deleted" : "excluded"}.`;
}

interface FiltersProps {
  project: string;
  form: RunsForm;
  onChange: (part: Partial<RunsForm>) => void;
}

function Filters({ project, form, onChange }: FiltersProps) {
  const facets = useChoices(project);
  return (
    <FilterBar>
      {(["suite", "testbed", "branch"] as const).map((name) => (
        <FacetSelect
          key={name}
          facets={facets.data}
          name={name}
          value={form[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <TextField
        label="First day"
        type="date"
        value={form.since}
        onChange={(since) => onChange({ since })}
      />
      <TextField
        label="Last day"
        type="date"
        value={form.until}
        onChange={(until) => onChange({ until })}
      />
      <TextField
        label="Reason"
        value={form.reason}
        maxLength={2000}
        onChange={(reason) => onChange({ reason })}
      />
    </FilterBar>
  );
}
