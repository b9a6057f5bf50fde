/** A form: its fields, the button that sends it, the one that leaves it, and why it was refused. */

import { type FormEvent, type ReactNode, useCallback, useMemo, useState } from "react";
import { ApiError } from "@/api/errors";
import type { Fault } from "@/api/types";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Button } from "./Button";
import styles from "./Form.module.css";
import { RefusalContext } from "./refusal";

const NO_FAULTS: readonly Fault[] = [];

interface FormProps {
  label?: string;
  className?: string | undefined;
  children: ReactNode;
  onSubmit: () => void;
  /** What the button says that sends it. */
  send: ReactNode;
  /** Not the one action of its page, and drawn so. */
  isPlain?: boolean;
  /** Something is missing or wrong in its fields. */
  isIncomplete?: boolean;
  /** The action that it begins: not sent twice while it is under way. */
  action?: { error: unknown; isPending: boolean; isSuccess?: boolean };
  /** What is said once it is done. */
  done?: string;
  /** What did not happen, should the action be refused, and what that means. */
  failure?: string;
  meaning?: string;
  /** Closes it without sending. */
  leave?: { label: string; onLeave: () => void };
  /** Where the buttons stand among the fields. */
  buttonsClass?: string | undefined;
}

export function Form(props: FormProps) {
  const { label, className, children, onSubmit, action, failure, meaning, done } = props;
  const [claimed, setClaimed] = useState<readonly string[]>([]);
  const claim = useCallback((pointer: string) => {
    setClaimed((before) => [...before, pointer]);
    return () => setClaimed((before) => before.filter((one) => one !== pointer));
  }, []);
  const error = action?.error ?? null;
  const faults = error instanceof ApiError ? error.faults : NO_FAULTS;
  const refusal = useMemo(() => ({ faults, claim }), [faults, claim]);
  const isAtFields = faults.length > 0 && faults.every(({ pointer }) => claimed.includes(pointer));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={className} onSubmit={submit} aria-label={label}>
      <RefusalContext value={refusal}>{children}</RefusalContext>
      <FormButtons {...props} />
      {done !== undefined && action?.isSuccess === true ? (
        <p role="status" className={styles.hint}>
          {done}
        </p>
      ) : null}
      {error === null || failure === undefined || isAtFields ? null : (
        <div className={styles.refused}>
          <ErrorState
            error={error}
            what={failure}
            {...(meaning === undefined ? {} : { meaning })}
          />
        </div>
      )}
    </form>
  );
}

function FormButtons(props: FormProps) {
  const { send, isPlain, isIncomplete, action, leave, buttonsClass = styles.buttons } = props;
  return (
    <div className={buttonsClass}>
      <Button
        type="submit"
        kind={isPlain ? "plain" : "primary"}
        disabled={isIncomplete || action?.isPending}
      >
        {send}
      </Button>
      {leave === undefined ? null : (
        <Button kind="quiet" onClick={leave.onLeave}>
          {leave.label}
        </Button>
      )}
    </div>
  );
}
