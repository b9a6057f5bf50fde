/** Pages for addresses that lead nowhere and for faults of the interface itself. */

import type { ErrorComponentProps } from "@tanstack/react-router";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { isGone } from "./staleFiles";

export function NotFoundPage() {
  return (
    <EmptyState title="Page not found." action={<Link to="/">Go to the projects</Link>}>
      The link may be old or incomplete.
    </EmptyState>
  );
}

/** The server follows short links; what comes here is one that leads nowhere for this person. */
export function LinkPage() {
  return (
    <EmptyState
      title="Link not found, or you do not have access."
      action={<Link to="/welcome">Sign in</Link>}
    >
      It may be incomplete, or belong to a private project: sign in and open it again.
    </EmptyState>
  );
}

export function CrashPage({ error, reset }: ErrorComponentProps) {
  if (isGone(error)) {
    return (
      <ErrorState
        error={error}
        what="A file of this page is not on the server: that happens after an upgrade."
        meaning="Reload the page. If that fails, the server installation is incomplete."
        onRetry={() => location.reload()}
      />
    );
  }
  return <ErrorState error={error} what="This page could not be drawn." onRetry={reset} />;
}
