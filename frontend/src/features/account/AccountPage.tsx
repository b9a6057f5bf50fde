/** One's own account: who one is, and the password. */

import { Link, Navigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useSession } from "@/api/session";
import type { OwnSession, Session } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { useUrlState } from "@/ui/url/useUrlState";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Account.module.css";
import { deviceText, noticeText } from "./accountModel";
import { useChangePassword, useEndSession, useOwnSessions } from "./accountQuery";
import { accountUrl } from "./accountUrl";
import { NewPasswordField } from "./NewPasswordField";

export function AccountPage() {
  const session = useSession();
  return (
    <QueryBoundary query={session} failure="Your account could not be loaded.">
      {({ user }) => (user === null ? <Navigate to="/welcome" replace /> : <Account user={user} />)}
    </QueryBoundary>
  );
}

function Account({ user }: { user: NonNullable<Session["user"]> }) {
  return (
    <Page title="Account" answer={`Signed in as ${user.name}`}>
      <Notice />
      <p className={styles.quiet}>
        {user.email}
        {user.is_admin ? ", administrator of this installation" : ""}
      </p>
      {user.is_admin ? (
        <p>
          <Link to="/people">People</Link>
        </p>
      ) : null}
      {user.is_admin ? (
        <p>
          <Link to="/audit">Audit log</Link>
        </p>
      ) : null}
      {user.is_admin ? (
        <p>
          <Link to="/server">Server</Link>
        </p>
      ) : null}
      <Section title="Password" aside="Changing it signs you out elsewhere.">
        <PasswordForm />
      </Section>
      <OwnSessions />
    </Page>
  );
}

function Notice() {
  const [{ notice }] = useUrlState(accountUrl);
  const text = noticeText(notice);
  return text === undefined ? null : (
    <p role="status" className={styles.hindrance}>
      {text}
    </p>
  );
}

const EMPTY = { old: "", new: "" };

function PasswordForm() {
  const [form, setForm] = useState(EMPTY);
  const change = useChangePassword();
  const submit = () => {
    const body = { old: form.old === "" ? null : form.old, new: form.new };
    change.mutate(body, { onSuccess: () => setForm(EMPTY) });
  };
  return (
    <Form
      className={styles.form}
      label="Password"
      onSubmit={submit}
      send="Change the password"
      isIncomplete={form.new === ""}
      action={change}
      failure="The password was not changed."
      done="The password is changed."
    >
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        hint="Leave empty if you never set one."
        pointer="/old"
        value={form.old}
        onChange={(old) => setForm({ ...form, old })}
      />
      <NewPasswordField
        label="New password"
        value={form.new}
        onChange={(fresh) => setForm({ ...form, new: fresh })}
      />
    </Form>
  );
}

/** Where one is signed in, and the end of that. */
function OwnSessions() {
  const query = useOwnSessions();
  const ending = useEndSession();
  return (
    <Section title="Sessions" aside="Ending a session signs it out immediately.">
      <QueryBoundary
        query={query}
        failure="Your sessions could not be loaded."
        skeleton={<Skeleton height={160} label="Loading your sessions" />}
      >
        {({ rows }) => (
          <>
            <ErrorState error={ending.error} what="The session was not ended." />
            <SessionTable rows={rows} isBusy={ending.isPending} onEnd={ending.mutate} />
            {rows.some((one) => !one.is_this) ? (
              <div>
                <Button
                  kind="danger"
                  disabled={ending.isPending}
                  onClick={() => ending.mutate(null)}
                >
                  End all other sessions
                </Button>
              </div>
            ) : (
              <p>You are signed in nowhere else.</p>
            )}
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}

interface SessionTableProps {
  rows: readonly OwnSession[];
  isBusy: boolean;
  onEnd: (id: number) => void;
}

function SessionTable({ rows, isBusy, onEnd }: SessionTableProps) {
  const columns = useMemo<Column<OwnSession>[]>(
    () => [
      {
        id: "device",
        head: "Browser",
        isWide: true,
        cell: ({ device }) => (
          <span title={device.user_agent}>{deviceText(device.user_agent)}</span>
        ),
      },
      { id: "address", head: "Address", cell: ({ device }) => device.address || "unknown" },
      { id: "begun", head: "Begun", cell: (one) => <RelativeTime at={one.created_at} /> },
      { id: "seen", head: "Last used", cell: (one) => <RelativeTime at={one.seen_at} /> },
      {
        id: "end",
        head: "End",
        cell: (one) =>
          one.is_this ? (
            "this one"
          ) : (
            <Button
              kind="danger"
              disabled={isBusy}
              aria-label={`End the session in ${deviceText(one.device.user_agent)}`}
              onClick={() => onEnd(one.id)}
            >
              End
            </Button>
          ),
      },
    ],
    [isBusy, onEnd],
  );
  return <Table caption="Your sessions" columns={columns} rows={rows} rowKey={(one) => one.id} />;
}
