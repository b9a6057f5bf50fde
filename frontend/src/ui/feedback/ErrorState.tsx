/** Something failed: what happened, what it means for the numbers, and a way to try again. */

import { Link, useLocation, useParams } from "@tanstack/react-router";
import { ApiError } from "@/api/errors";
import { Button } from "@/ui/controls/Button";
import { FaultList, sentence } from "./FaultList";
import styles from "./States.module.css";

interface ErrorStateProps {
  /** Null: nothing failed, and nothing is drawn. */
  error: unknown;
  /** What was being done: "The run could not be loaded". */
  what: string;
  /** What it means for the numbers; reading a page loses none. */
  meaning?: string;
  onRetry?: () => void;
  /** When the last good answer came, if one is still on screen. */
  lastGood?: string;
}

const UNAUTHENTICATED = 401;
const READ_ONLY = "No stored result is affected.";
const GONE = ": not found, or you do not have access.";

export function ErrorState({
  error,
  what,
  meaning = READ_ONLY,
  onRetry,
  lastGood,
}: ErrorStateProps) {
  if (error === null) return null;
  const faults = error instanceof ApiError ? error.faults : [];
  // what was asked of a thing and not only of its page is answered in the words of the server
  if (isMissing(error) && onRetry !== undefined) {
    return (
      <div className={`${styles.state} ${styles.failed}`} role="alert">
        <p className={styles.title}>{what.replace(/( could not be loaded)?\.$/, GONE)}</p>
        <FaultList faults={faults} />
        <Elsewhere />
      </div>
    );
  }
  // only what loads again can load once somebody is signed in; a wrong password is refused as 401 too
  const isForSignedIn =
    onRetry !== undefined && error instanceof ApiError && error.status === UNAUTHENTICATED;
  return (
    <div className={`${styles.state} ${styles.failed}`} role="alert">
      <p className={styles.title}>{what}</p>
      <p className={styles.prose}>
        {isForSignedIn ? "Sign in to view it." : reasonOf(error)} {meaning}
        {lastGood === undefined ? null : ` Shown below: the state of ${lastGood}.`}
      </p>
      <FaultList faults={faults} />
      {onRetry === undefined ? null : (
        <div className={styles.remedies}>
          {isForSignedIn ? <Link to="/welcome">Sign in</Link> : null}
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  );
}

/** Where to go from an address that leads to nothing. */
function Elsewhere() {
  const { project } = useParams({ strict: false });
  const { pathname } = useLocation();
  return (
    <div className={styles.remedies}>
      {project === undefined || pathname === `/p/${project}` ? null : (
        <Link to="/p/$project" params={{ project }}>
          Overview of {project}
        </Link>
      )}
      <Link to="/">All projects</Link>
    </div>
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** In a sentence of its own; empty where the faults below say the same. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "The page ran into a fault of its own.";
  const { message, faults } = error;
  return faults.some(({ reason }) => message.includes(reason)) ? "" : sentence(message);
}
