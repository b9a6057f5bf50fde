/** Pages for addresses that lead nowhere and for faults of the interface itself. */

import type { ErrorComponentProps } from "@tanstack/react-router";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { isGone } from "./staleFiles";

export function NotFoundPage() {
  return (
    <EmptyState
      title="There is no page at this address."
      action={<Link to="/">Go to the projects</Link>}
    >
      The link may be old, or a character of it may be missing.
    </EmptyState>
  );
}

/** The server follows short links; what comes here is one that leads nowhere for this person. */
export function LinkPage() {
  return (
    <EmptyState
      title="This link leads nowhere, or to a project that you may not see."
      action={<Link to="/welcome">Sign in</Link>}
    >
      A character of it may be missing, or it belongs to a private project: open it again once you
      are signed in.
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
