/** Pages for addresses that lead nowhere and for faults of the interface itself. */

import type { ErrorComponentProps } from "@tanstack/react-router";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";

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

export function CrashPage({ error, reset }: ErrorComponentProps) {
  return <ErrorState error={error} what="This page could not be drawn." onRetry={reset} />;
}
