/** Invites somebody and shows the link this one time; the server sends nothing by itself. */

import { type FormEvent, useState } from "react";
import { Button } from "@/ui/controls/Button";
import { CopyButton } from "@/ui/controls/CopyButton";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Panel } from "@/ui/layout/Panel";
import styles from "./Members.module.css";
import { ROLES, roleOf } from "./membersModel";
import { useInvite } from "./membersQuery";

export function InviteForm({ project }: { project: string }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("viewer");
  const invite = useInvite(project);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = { email, role: roleOf(role), expires_in_days: 7 };
    invite.mutate(wanted, { onSuccess: () => setEmail("") });
  };
  return (
    <Panel>
      <form className={styles.form} onSubmit={submit} aria-label="Invite">
        <TextField
          label="E-mail address"
          type="email"
          placeholder="ada@example.org"
          value={email}
          onChange={setEmail}
        />
        <Select label="As" choices={ROLES} value={role} onChange={setRole} />
        <div>
          <Button type="submit" kind="primary" disabled={email === "" || invite.isPending}>
            Make an invitation
          </Button>
        </div>
      </form>
      <ErrorState error={invite.error} what="Nobody was invited." meaning="Nothing was stored." />
      {invite.data === undefined ? null : (
        <InvitationLink
          email={invite.data.email}
          address={globalThis.location.origin + invite.data.path}
          onDone={() => invite.reset()}
        />
      )}
    </Panel>
  );
}

interface InvitationLinkProps {
  email: string;
  address: string;
  onDone: () => void;
}

function InvitationLink({ email, address, onDone }: InvitationLinkProps) {
  return (
    <div className={styles.link} role="status">
      <p>
        Send this link to {email}. It works once, for seven days, and is shown this once: copy it
        now.
      </p>
      <code>{address}</code>
      <div className={styles.actions}>
        <CopyButton text={address} label="Copy link" />
        <Button kind="quiet" onClick={onDone}>
          Hide
        </Button>
      </div>
    </div>
  );
}
