/** Makes a key and shows its secret this one time. */

import { useState } from "react";
import type { CreatedApiKey } from "@/api/types";
import { Checkbox } from "@/ui/controls/Checkbox";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { Panel } from "@/ui/layout/Panel";
import { ShownOnce } from "@/ui/layout/ShownOnce";
import styles from "./Settings.module.css";
import {
  EMPTY_FORM,
  isComplete,
  type KeyForm,
  LIFETIMES,
  newKeyOf,
  SCOPES,
  type Scope,
} from "./settingsModel";
import { useCreateKey } from "./settingsQuery";

export function NewKey({ project }: { project: string }) {
  const [form, setForm] = useState<KeyForm>(EMPTY_FORM);
  const create = useCreateKey(project);
  const submit = () => create.mutate(newKeyOf(form), { onSuccess: () => setForm(EMPTY_FORM) });
  return (
    <Panel>
      <Form
        className={styles.form}
        label="New key"
        onSubmit={submit}
        send="Create key"
        isIncomplete={!isComplete(form)}
        action={create}
        failure="The key was not created."
        meaning="Nothing was stored."
      >
        <Fields form={form} onChange={(part) => setForm({ ...form, ...part })} />
      </Form>

      {create.data === undefined ? null : (
        <ShownOnce
          secret={create.data.secret}
          command={commandOf(create.data)}
          onDone={() => create.reset()}
        >
          Secret of “{create.data.name}”. It is shown once: copy it now.
        </ShownOnce>
      )}
    </Panel>
  );
}

interface FieldsProps {
  form: KeyForm;
  onChange: (part: Partial<KeyForm>) => void;
}

function Fields({ form, onChange }: FieldsProps) {
  const toggle = (scope: Scope, isChosen: boolean) =>
    onChange({
      scopes: isChosen ? [...form.scopes, scope] : form.scopes.filter((other) => other !== scope),
    });
  return (
    <>
      <TextField
        label="Name"
        value={form.name}
        maxLength={200}
        placeholder="agent on bench-1"
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label="Only for testbed"
        value={form.testbed}
        maxLength={200}
        placeholder="any"
        onChange={(testbed) => onChange({ testbed })}
      />
      <Select
        label="Expires"
        choices={LIFETIMES}
        value={form.lifetime}
        onChange={(lifetime) => onChange({ lifetime })}
      />
      <fieldset className={styles.scopes}>
        <legend>Scopes</legend>
        {SCOPES.map(({ scope, meaning }) => (
          <Checkbox
            key={scope}
            label={`${scope}: ${meaning}`}
            isChecked={form.scopes.includes(scope)}
            onChange={(isChosen) => toggle(scope, isChosen)}
          />
        ))}
      </fieldset>
    </>
  );
}

/** What uses the key at once: an upload, or a look. */
function commandOf({ secret, scopes }: CreatedApiKey): string {
  const command = scopes.includes("report") ? "tidemark report results.json" : "tidemark runs";
  return `TIDEMARK_URL=${globalThis.location.origin} TIDEMARK_KEY=${secret} ${command}`;
}
