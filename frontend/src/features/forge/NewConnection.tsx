/** Connects a repository: which forge, where, and a token or a GitHub App. */

import { useState } from "react";
import { Checkbox } from "@/ui/controls/Checkbox";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Panel } from "@/ui/layout/Panel";
import styles from "./Forge.module.css";
import { isComplete, KINDS, NEW, withKind } from "./forgeModel";
import { useConnect } from "./forgeQuery";

interface NewConnectionProps {
  project: string;
  onMade: (secret: string) => void;
}

export function NewConnection({ project, onMade }: NewConnectionProps) {
  const [form, setForm] = useState(NEW);
  const [isApp, setApp] = useState(false);
  const connect = useConnect(project);
  const set = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const submit = () => {
    const opens = isApp ? { token: "" } : { app_id: "", app_key: "", installation: "" };
    connect.mutate({ ...form, ...opens }, { onSuccess: ({ secret }) => onMade(secret) });
  };
  return (
    <Panel>
      <Form
        className={styles.form}
        label="Connect a repository"
        onSubmit={submit}
        send="Connect"
        isIncomplete={!isComplete(form, isApp)}
        action={connect}
      >
        <Select
          label="Forge"
          choices={KINDS}
          value={form.kind}
          onChange={(text) => {
            setForm(withKind(form, text));
            if (text !== "github") setApp(false);
          }}
        />
        <TextField
          label="Repository"
          value={form.repository}
          maxLength={300}
          placeholder="owner/name"
          onChange={(repository) => set({ repository })}
        />
        <TextField
          label="Address of its API"
          value={form.api_url}
          maxLength={300}
          onChange={(api_url) => set({ api_url })}
        />
        {form.kind === "github" ? (
          <Checkbox label="By a GitHub App" isChecked={isApp} onChange={setApp} />
        ) : null}
        {isApp ? (
          <>
            <TextField
              label="Id of the App"
              value={form.app_id ?? ""}
              onChange={(app_id) => set({ app_id })}
            />
            <TextField
              label="Id of the installation"
              value={form.installation ?? ""}
              onChange={(installation) => set({ installation })}
            />
            <label className={styles.key}>
              Private key (PEM)
              <textarea
                rows={4}
                value={form.app_key ?? ""}
                onChange={(event) => set({ app_key: event.target.value })}
              />
            </label>
          </>
        ) : (
          <TextField
            label="Token"
            type="password"
            autoComplete="off"
            value={form.token ?? ""}
            hint="It needs to write comments and statuses of this one repository, nothing else."
            onChange={(token) => set({ token })}
          />
        )}
      </Form>
      <p className={styles.quiet}>
        Secrets are kept encrypted and not shown again. Whoever may read this project sees the
        titles of its pull requests.
      </p>
      <ErrorState
        error={connect.error}
        what="The repository was not connected."
        meaning="Nothing was stored."
      />
    </Panel>
  );
}
