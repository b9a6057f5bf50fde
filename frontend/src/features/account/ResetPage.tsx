/** A link to a new password, opened: whose it is, and the form that uses it. */

import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Button } from "@/ui/controls/Button";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Page } from "@/ui/layout/Page";
import { useUrlState } from "@/ui/url/useUrlState";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Account.module.css";
import { faultAt, PASSWORD_HINT } from "./accountModel";
import { usePasswordLink, useSetPassword } from "./accountQuery";
import { joinUrl } from "./accountUrl";

export function ResetPage() {
  const [{ token }] = useUrlState(joinUrl);
  if (token === "") {
    return (
      <Page title="New password" answer="This address names no link">
        <EmptyState title="Open the whole link that you were sent.">
          It ends in “?token=” and a row of letters.
        </EmptyState>
      </Page>
    );
  }
  return <Opened token={token} />;
}

function Opened({ token }: { token: string }) {
  const link = usePasswordLink(token);
  return (
    <QueryBoundary
      query={link}
      failure="The link could not be opened: it may be used or expired. Ask for a new one."
    >
      {({ email, expires_at }) => <NewPassword token={token} email={email} until={expires_at} />}
    </QueryBoundary>
  );
}

function NewPassword({ token, email, until }: { token: string; email: string; until: string }) {
  const [password, setPassword] = useState("");
  const set = useSetPassword(token);
  const fault = faultAt(set.error, "/password");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate(password);
  };
  if (set.isSuccess) {
    return (
      <Page title="New password" answer="The password is set">
        <p role="status">
          Every session of {email} has ended. <Link to="/welcome">Sign in</Link> with the new
          password.
        </p>
      </Page>
    );
  }
  return (
    <Page title="New password" answer={`A new password for ${email}`}>
      <p className={styles.quiet}>
        The link works once and expires <RelativeTime at={until} />. Sessions in all browsers end
        when you use it.
      </p>
      <form className={styles.form} onSubmit={submit} aria-label="New password">
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          fault={fault}
          value={password}
          onChange={setPassword}
        />
        <div>
          <Button type="submit" kind="primary" disabled={password === "" || set.isPending}>
            Set the password
          </Button>
        </div>
        {set.isError && fault === undefined ? (
          <ErrorState error={set.error} what="The password was not set." />
        ) : null}
      </form>
    </Page>
  );
}
