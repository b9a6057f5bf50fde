/** Makes a rule, beginning with what a known CI system signs. */

import { useId, useState } from "react";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { Panel } from "@/ui/layout/Panel";
import styles from "./CiAccess.module.css";
import { emptyForm, type RuleForm, ruleOf, SYSTEMS } from "./ciAccessModel";
import { useKeepRule } from "./ciAccessQuery";

export function NewRule({ project }: { project: string }) {
  const fresh = () => emptyForm(globalThis.location.origin);
  const [form, setForm] = useState<RuleForm>(fresh);
  const keep = useKeepRule(project);
  const wanted = ruleOf(form);
  const submit = () => {
    if (wanted !== null) keep.mutate(wanted, { onSuccess: () => setForm(fresh()) });
  };
  return (
    <Panel>
      <Form
        className={styles.form}
        label="New rule"
        onSubmit={submit}
        send="Save rule"
        isIncomplete={wanted === null}
        action={keep}
        failure="The rule was not kept."
      >
        <Fields form={form} onChange={(part) => setForm({ ...form, ...part })} />
      </Form>
    </Panel>
  );
}

interface FieldsProps {
  form: RuleForm;
  onChange: (part: Partial<RuleForm>) => void;
}

function Fields({ form, onChange }: FieldsProps) {
  const system = SYSTEMS.find(({ issuer }) => issuer === form.issuer)?.value ?? "other";
  const choose = (value: string) => {
    const chosen = SYSTEMS.find((one) => one.value === value);
    if (chosen !== undefined) onChange({ issuer: chosen.issuer, claims: chosen.claims });
  };
  return (
    <>
      <Select label="CI system" choices={SYSTEMS} value={system} onChange={choose} />
      <TextField
        label="Name"
        placeholder="main branch of engine"
        maxLength={200}
        value={form.name}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label="Issuer"
        placeholder="https://ci.example.org"
        value={form.issuer}
        onChange={(issuer) => onChange({ issuer })}
      />
      <TextField
        label="Audience"
        hint="The job asks for a token with it."
        value={form.audience}
        onChange={(audience) => onChange({ audience })}
      />
      <TextField
        label="Only for testbed"
        placeholder="github-hosted"
        maxLength={200}
        value={form.testbed}
        onChange={(testbed) => onChange({ testbed })}
      />
      <Lines
        label="Claims (one per line, * = wildcard)"
        value={form.claims}
        onChange={(claims) => onChange({ claims })}
      />
    </>
  );
}

interface LinesProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

export function Lines({ label, value, onChange }: LinesProps) {
  const id = useId();
  return (
    <div className={styles.lines}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={4}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
