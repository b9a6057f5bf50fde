/** An invitation, opened: what it is for, and the way in. */

import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "@/api/session";
import type { OpenedInvitation } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Page } from "@/ui/layout/Page";
import { useUrlState } from "@/ui/url/useUrlState";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Account.module.css";
import { type Newcomer, useInvitation, useJoin, useSignOut } from "./accountQuery";
import { joinUrl } from "./accountUrl";
import { NewPasswordField } from "./NewPasswordField";
import { SignInForm } from "./SignInPage";

export function JoinPage() {
  const [{ token }] = useUrlState(joinUrl);
  if (token === "") {
    return (
      <Page title="Join" answer="This address names no invitation">
        <EmptyState title="Open the whole link that you were sent.">
          An invitation ends in “?token=” and a row of letters.
        </EmptyState>
      </Page>
    );
  }
  return <Opened token={token} />;
}

function Opened({ token }: { token: string }) {
  const invitation = useInvitation(token);
  return (
    <QueryBoundary
      query={invitation}
      failure="The invitation could not be opened: it may be used, withdrawn or expired."
    >
      {(opened) => (
        <Page
          title="Join"
          answer={`${opened.invited_by} invites you to ${opened.project_name} as ${opened.role}`}
        >
          <p className={styles.quiet}>
            For {opened.email}. The link expires <RelativeTime at={opened.expires_at} />.
          </p>
          <Way token={token} opened={opened} />
        </Page>
      )}
    </QueryBoundary>
  );
}

function Way({ token, opened }: { token: string; opened: OpenedInvitation }) {
  const { data: session } = useSession();
  const join = useJoin(token);
  const navigate = useNavigate();
  const accept = (newcomer: Newcomer | null) =>
    join.mutate(newcomer, {
      onSuccess: ({ project }) => void navigate({ to: "/p/$project", params: { project } }),
    });
  if (session === undefined) return null;
  return (
    <>
      {session.user !== null && session.user.email !== opened.email ? (
        <OfAnother invited={opened.email} mine={session.user.email} />
      ) : session.user !== null ? (
        <>
          <div>
            <Button kind="primary" disabled={join.isPending} onClick={() => accept(null)}>
              Accept as {session.user.name}
            </Button>
          </div>
          <ErrorState error={join.error} what="The invitation was not accepted." />
        </>
      ) : opened.has_account ? (
        <>
          <p>There is an account for this address. Sign in, then accept.</p>
          <SignInForm />
        </>
      ) : (
        <NewAccount join={join} onDone={accept} />
      )}
    </>
  );
}

/** An invitation is for the person of its address. */
function OfAnother({ invited, mine }: { invited: string; mine: string }) {
  const signOut = useSignOut();
  return (
    <>
      <p>
        You are signed in as {mine}, and this invitation is for {invited}. Sign out to accept it as{" "}
        {invited}, or ask for an invitation of your address.
      </p>
      <div>
        <Button disabled={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
      </div>
    </>
  );
}

interface NewAccountProps {
  join: ReturnType<typeof useJoin>;
  onDone: (newcomer: Newcomer) => void;
}

function NewAccount({ join, onDone }: NewAccountProps) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const submit = () => onDone({ name: name.trim(), password });
  return (
    <Form
      className={styles.form}
      label="New account"
      onSubmit={submit}
      send="Create an account and join"
      isIncomplete={name.trim() === "" || password === ""}
      action={join}
      failure="The invitation was not accepted."
    >
      <TextField
        label="Your name"
        autoComplete="name"
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <NewPasswordField label="A password" value={password} onChange={setPassword} />
    </Form>
  );
}
