/** Adds a channel: what speaks there, its address, and when it speaks. */

import { type FormEvent, useState } from "react";
import type { ChannelKindName } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Panel } from "@/ui/layout/Panel";
import styles from "./Notifications.module.css";
import { KINDS, kindOf, USUAL } from "./notificationsModel";
import { useAddChannel } from "./notificationsQuery";
import { ShownSecret } from "./ShownSecret";
import { TimetableFields } from "./TimetableFields";

const EMPTY = { name: "", kind: "slack" as ChannelKindName, address: "", timetable: USUAL };

export function NewChannel({ project, canMail }: { project: string; canMail: boolean }) {
  const [form, setForm] = useState(EMPTY);
  const add = useAddChannel(project);
  const words = kindOf(form.kind);
  const hint =
    form.kind === "mail" && !canMail
      ? "No mail server is set up (TIDEMARK_SMTP_HOST): nothing will arrive."
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(form, { onSuccess: () => setForm(EMPTY) });
  };
  return (
    <Panel>
      <form className={styles.form} onSubmit={submit} aria-label="New channel">
        <Select
          label="Kind"
          choices={KINDS}
          value={form.kind}
          onChange={(text) => setForm({ ...form, kind: kindOf(text).value })}
        />
        <TextField
          label="Name"
          value={form.name}
          maxLength={200}
          placeholder="performance team"
          onChange={(name) => setForm({ ...form, name })}
        />
        <TextField
          label={words.address}
          value={form.address}
          placeholder={words.placeholder}
          {...(hint === undefined ? {} : { hint })}
          onChange={(address) => setForm({ ...form, address })}
        />
        <TimetableFields
          timetable={form.timetable}
          onChange={(timetable) => setForm({ ...form, timetable })}
        />
        <div>
          <Button
            type="submit"
            kind="primary"
            disabled={form.name === "" || form.address === "" || add.isPending}
          >
            Add channel
          </Button>
        </div>
      </form>
      <p className={styles.quiet}>
        It is told regressions, fixes and outages of everything, until you change that above. The
        address is kept encrypted and not shown again.
      </p>
      <ErrorState
        error={add.error}
        what="The channel was not added."
        meaning="Nothing was stored."
      />
      {add.data?.secret ? (
        <ShownSecret secret={add.data.secret} onDone={() => add.reset()} />
      ) : null}
    </Panel>
  );
}
