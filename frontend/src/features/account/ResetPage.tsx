/** A link to a new password, opened: whose it is, and the form that uses it. */

import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Form } from "@/ui/controls/Form";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Page } from "@/ui/layout/Page";
import { useUrlState } from "@/ui/url/useUrlState";
import { RelativeTime } from "@/ui/words/RelativeTime";
import styles from "./Account.module.css";
import { usePasswordLink, useSetPassword } from "./accountQuery";
import { joinUrl } from "./accountUrl";
import { NewPasswordField } from "./NewPasswordField";

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
      <Form
        className={styles.form}
        label="New password"
        onSubmit={() => set.mutate(password)}
        send="Set the password"
        isIncomplete={password === ""}
        action={set}
        failure="The password was not set."
      >
        <NewPasswordField label="New password" value={password} onChange={setPassword} />
      </Form>
    </Page>
  );
}
