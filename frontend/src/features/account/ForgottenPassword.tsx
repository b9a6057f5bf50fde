/** Asks for a mail with a link to a new password; it never tells whether an address is known. */

import { type FormEvent, useState } from "react";
import { Button } from "@/ui/controls/Button";
import { TextField } from "@/ui/controls/TextField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import styles from "./Account.module.css";
import { useAskForLink } from "./accountQuery";

export function ForgottenPassword() {
  const [email, setEmail] = useState("");
  const ask = useAskForLink();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate(email);
  };
  return (
    <details>
      <summary>Forgot your password?</summary>
      {ask.isSuccess ? (
        <p role="status" className={styles.about}>
          If {ask.variables} has an account, a mail is on its way. Its link works once, for an hour.
          One mail is sent in five minutes.
        </p>
      ) : (
        <form className={styles.form} onSubmit={submit} aria-label="Forgotten password">
          <TextField
            label="Address of the account"
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
          />
          <div>
            <Button type="submit" disabled={email === "" || ask.isPending}>
              Send a link
            </Button>
          </div>
          <ErrorState error={ask.error} what="No mail was asked for." />
        </form>
      )}
    </details>
  );
}
