/** A connection: how it does, its webhook, trying it, what fails the check, taking it away. */

import { useState } from "react";
import type { ForgeConnection } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Checkbox } from "@/ui/controls/Checkbox";
import { CopyButton } from "@/ui/controls/CopyButton";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { Badge } from "@/ui/feedback/Badge";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { offerUndo } from "@/ui/feedback/undoStore";
import { Panel } from "@/ui/layout/Panel";
import { ShownOnce } from "@/ui/layout/ShownOnce";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Forge.module.css";
import { gateText, kindOf, percentOf, shareOf } from "./forgeModel";
import { useDisconnect, useEditForge, useRenewSecret, useTry } from "./forgeQuery";

interface ConnectionPanelProps {
  project: string;
  connection: ForgeConnection;
  check: string;
  /** Of the webhook, right after it was made. */
  secret: string | null;
  onSecret: (secret: string | null) => void;
}

export function ConnectionPanel(props: ConnectionPanelProps) {
  const { project, connection, check, secret, onSecret } = props;
  const address = `${globalThis.location.origin}${connection.webhook_path}`;
  return (
    <Panel label={connection.repository}>
      <Health connection={connection} check={check} />
      <div className={styles.webhook}>
        <p>
          Webhook of the repository: content type application/json; pull requests, comments, merge
          groups.
        </p>
        <code>{address}</code>
        <div>
          <CopyButton text={address} label="Copy address" />
        </div>
        {secret === null ? null : (
          <ShownOnce secret={secret} onDone={() => onSecret(null)}>
            This secret signs every webhook. It is shown this once: copy it now.
          </ShownOnce>
        )}
      </div>
      <GateForm project={project} connection={connection} />
      <Actions project={project} connection={connection} onSecret={onSecret} />
    </Panel>
  );
}

function Health({ connection, check }: { connection: ForgeConnection; check: string }) {
  const { failing_since, heard_at, told_at, forged, forged_at } = connection;
  return (
    <dl className={styles.facts}>
      <dt>Forge</dt>
      <dd>
        {kindOf(connection.kind).label}, {connection.api_url},{" "}
        {connection.app_id === null ? "by a token" : `by App ${connection.app_id}`}
      </dd>
      <dt>Check</dt>
      <dd>
        <code>{check}</code> {gateText(connection)}
      </dd>
      <dt>Last webhook</dt>
      <dd>{heard_at === null ? "none yet" : <RelativeTime at={heard_at} />}</dd>
      <dt>Last told</dt>
      <dd>{told_at === null ? "nothing yet" : <RelativeTime at={told_at} />}</dd>
      {failing_since === null ? null : (
        <>
          <dt>Fails</dt>
          <dd>
            since <RelativeTime at={failing_since} />: {connection.last_reason}
          </dd>
        </>
      )}
      {forged_at === null ? null : (
        <>
          <dt>Forged</dt>
          <dd>
            {forged} with a wrong signature, the last <RelativeTime at={forged_at} />
          </dd>
        </>
      )}
    </dl>
  );
}

interface ActionsProps {
  project: string;
  connection: ForgeConnection;
  onSecret: (secret: string) => void;
}

function Actions({ project, connection, onSecret }: ActionsProps) {
  const trial = useTry(project);
  const renew = useRenewSecret(project);
  const removal = useDisconnect(project);
  const disconnect = () =>
    removal.mutate(true, {
      onSuccess: () =>
        offerUndo({
          label: `${connection.repository} disconnected`,
          undo: () => removal.mutateAsync(false),
        }),
    });
  const failed = trial.error ?? renew.error ?? removal.error;
  return (
    <>
      <div className={styles.actions}>
        <Button disabled={trial.isPending} onClick={() => trial.mutate(undefined)}>
          Try the connection
        </Button>
        <Button
          disabled={renew.isPending}
          onClick={() => renew.mutate(undefined, { onSuccess: (made) => onSecret(made.secret) })}
        >
          New webhook secret
        </Button>
        <Button kind="danger" disabled={removal.isPending} onClick={disconnect}>
          Disconnect
        </Button>
      </div>
      {trial.data === undefined ? null : (
        <ul className={styles.findings} aria-label="What was tried">
          {trial.data.map((one) => (
            <li key={one.what}>
              <Badge tone={one.is_good ? "better" : "worse"}>{one.is_good ? "ok" : "▲ no"}</Badge>{" "}
              {one.what}: {one.said}
              {one.remedy === "" ? "" : `; ${one.remedy}`}
            </li>
          ))}
        </ul>
      )}
      <ErrorState error={failed} what="The connection stays as it was." />
    </>
  );
}

/** What fails the check, whether comments have a picture, and another token. */
function GateForm({ project, connection }: { project: string; connection: ForgeConnection }) {
  const edit = useEditForge(project);
  const [least, setLeast] = useState(percentOf(connection.least_effect));
  const [isGating, setGating] = useState(connection.is_gating);
  const [hasPicture, setPicture] = useState(connection.has_picture);
  const [token, setToken] = useState("");
  const submit = () => {
    const told = {
      least_effect: shareOf(least),
      is_gating: isGating,
      has_picture: hasPicture,
      ...(token === "" ? {} : { token }),
    };
    edit.mutate(told, { onSuccess: () => setToken("") });
  };
  return (
    <Form
      className={`${styles.form} ${styles.gate}`}
      label="What fails the check"
      onSubmit={submit}
      send="Save"
      isPlain
      buttonsClass={styles.submit}
      action={edit}
      failure="Nothing was changed."
      done="Saved; it counts from the next judgement on."
    >
      <Checkbox label="Regressions fail the check" isChecked={isGating} onChange={setGating} />
      <TextField
        label="From (%)"
        type="number"
        min={0}
        step="any"
        value={least}
        hint="Where no threshold of the project says otherwise."
        disabled={!isGating}
        onChange={setLeast}
      />
      <Checkbox label="Picture in the comment" isChecked={hasPicture} onChange={setPicture} />
      {connection.has_token ? (
        <TextField
          label="Another token"
          type="password"
          autoComplete="off"
          value={token}
          onChange={setToken}
        />
      ) : null}
    </Form>
  );
}
