/** Pages for addresses that lead nowhere and for faults of the interface itself. */

import type { ErrorComponentProps } from "@tanstack/react-router";
import { Link } from "@tanstack/react-router";
import { useSession } from "@/api/session";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { StatePage } from "@/ui/feedback/StatePage";
import { isGone } from "./staleFiles";

export function NotFoundPage() {
  return (
    <StatePage title="Page not found." actions={<Link to="/">Go to the projects</Link>}>
      The link may be old or incomplete.
    </StatePage>
  );
}

/** The server follows short links; what comes here is one that leads nowhere for this person. */
export function LinkPage() {
  const isSignedIn = useSession().data?.user != null;
  return (
    <StatePage
      title="Link not found, or you do not have access."
      actions={
        isSignedIn ? <Link to="/">Go to the projects</Link> : <Link to="/welcome">Sign in</Link>
      }
    >
      {isSignedIn
        ? "It may be incomplete, or belong to a project of which you are no member."
        : "It may be incomplete, or belong to a private project: sign in and open it again."}
    </StatePage>
  );
}

/** A project that is not there for the person who is signed in. */
export function NoProjectPage({ project }: { project: string }) {
  return (
    <StatePage
      title={`Project “${project}” not found, or you do not have access.`}
      actions={
        <Link to="/" search={{ all: "1" } as never}>
          All projects
        </Link>
      }
    >
      Ask one of its owners for an invitation, or check the address.
    </StatePage>
  );
}

export function CrashPage({ error, reset }: ErrorComponentProps) {
  if (isGone(error)) {
    return (
      <StatePage
        title={navigator.onLine ? "This page did not load." : "You are offline."}
        actions={
          <Button kind="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        {navigator.onLine
          ? "The server does not answer, or it was upgraded and this page's file is gone."
          : "Reload when the connection is back."}{" "}
        No stored result is affected.
      </StatePage>
    );
  }
  return <ErrorState error={error} what="This page could not be drawn." onRetry={reset} />;
}
