/** One's own account: who one is, and the password. */

import { Link, Navigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useSession } from "@/api/session";
import type { Session } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Page, Section } from "@/ui/layout/Page";
import { useUrlState } from "@/ui/url/useUrlState";
import styles from "./Account.module.css";
import { faultAt, noticeText, PASSWORD_HINT } from "./accountModel";
import { useChangePassword } from "./accountQuery";
import { accountUrl } from "./accountUrl";
import { OwnSessions } from "./OwnSessions";

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
          <Link to="/people">People: who may come in, and who administers</Link>
        </p>
      ) : null}
      {user.is_admin ? (
        <p>
          <Link to="/audit">Who came in, and what was done to the installation</Link>
        </p>
      ) : null}
      <Section title="Password" aside="Sessions in other browsers end with a new one.">
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
  const isAtField =
    faultAt(change.error, "/old") !== undefined || faultAt(change.error, "/password") !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { old: form.old === "" ? null : form.old, new: form.new };
    change.mutate(body, { onSuccess: () => setForm(EMPTY) });
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label="Password">
      <TextField
        label="Present password"
        type="password"
        autoComplete="current-password"
        hint="Empty where you have signed in by links only."
        fault={faultAt(change.error, "/old")}
        value={form.old}
        onChange={(old) => setForm({ ...form, old })}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        fault={faultAt(change.error, "/password")}
        value={form.new}
        onChange={(fresh) => setForm({ ...form, new: fresh })}
      />
      <div>
        <Button type="submit" kind="primary" disabled={form.new === "" || change.isPending}>
          Change the password
        </Button>
      </div>
      {change.isSuccess ? <p role="status">The password is changed.</p> : null}
      {change.isError && !isAtField ? (
        <ErrorState error={change.error} what="The password was not changed." />
      ) : null}
    </form>
  );
}
