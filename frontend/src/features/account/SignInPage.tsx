/** How somebody comes in: by e-mail address and password, or by a link from the server's machine. */

import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "@/api/session";
import { Form } from "@/ui/controls/Form";
import { TextField } from "@/ui/controls/TextField";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Page, Section } from "@/ui/layout/Page";
import { useUrlState } from "@/ui/url/useUrlState";
import styles from "./Account.module.css";
import { hindranceText } from "./accountModel";
import { useAskForLink, useSignIn } from "./accountQuery";
import { welcomeUrl } from "./accountUrl";

export function SignInPage() {
  const { data: session } = useSession();
  if (session?.user) {
    return (
      <Page title="Signed in" answer={`Signed in as ${session.user.name}`}>
        <p>
          <Link to="/">Go to the projects</Link>
        </p>
      </Page>
    );
  }
  return (
    <Page title="Sign in" answer="Sign in to Tidemark">
      <p className={styles.about}>
        Tidemark stores benchmark results, and says what changed, since which commit, and how sure
        that is.
      </p>
      <Hindrance />
      {session?.provider ? <ProviderLink name={session.provider} /> : null}
      <Section title="By password">
        <SignInForm />
        {session?.sends_mail ? (
          <ForgottenPassword />
        ) : (
          <p className={styles.quiet}>Forgotten? An administrator can create a reset link.</p>
        )}
      </Section>
      <Section title="By link">
        <EmptyState
          title="Run this on the server. It prints a one-time link."
          command="make sign-in"
        >
          In containers the command is “tidemark sign-in”, within the container of the API. Without
          access to the server, ask its administrator for an invitation.
        </EmptyState>
      </Section>
    </Page>
  );
}

/** Leaves the application: the provider asks in its own pages and sends the browser back. */
function ProviderLink({ name }: { name: string }) {
  return (
    <Section title={`With ${name}`}>
      <p>
        <a className={styles.provider} href="/sign-in/provider">
          Sign in with {name}
        </a>
      </p>
    </Section>
  );
}

function Hindrance() {
  const [{ problem }] = useUrlState(welcomeUrl);
  const text = hindranceText(problem);
  return text === undefined ? null : (
    <p role="alert" className={styles.hindrance}>
      {text}
    </p>
  );
}

export function SignInForm() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useSignIn();
  const submit = () => signIn.mutate({ email, password });
  return (
    <Form
      className={styles.form}
      label="Sign in"
      onSubmit={submit}
      send="Sign in"
      isIncomplete={email === "" || password === ""}
      action={signIn}
      failure="Sign-in failed."
    >
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    </Form>
  );
}

/** Asks for a mail with a link to a new password; it never tells whether an address is known. */
function ForgottenPassword() {
  const [email, setEmail] = useState("");
  const ask = useAskForLink();
  const submit = () => ask.mutate(email);
  return (
    <details>
      <summary>Forgot your password?</summary>
      {ask.isSuccess ? (
        <p role="status" className={styles.about}>
          If {ask.variables} has an account, a mail is on its way. Its link works once, for an hour.
          One mail is sent in five minutes.
        </p>
      ) : (
        <Form
          className={styles.form}
          label="Forgotten password"
          onSubmit={submit}
          send="Send a link"
          isPlain
          isIncomplete={email === ""}
          action={ask}
          failure="No mail was asked for."
        >
          <TextField
            label="Address of the account"
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
          />
        </Form>
      )}
    </details>
  );
}
