/** How a visitor gets a sign-in link. */

import { Link } from "@tanstack/react-router";
import { useSession } from "@/api/session";
import { EmptyState } from "@/ui/EmptyState";
import { Page } from "@/ui/Page";

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
    <Page title="Sign in" answer="You are not signed in">
      <EmptyState
        title="Sign in with a link from the machine that runs Tidemark."
        command="tidemark sign-in"
      >
        The command prints a link that works once, as does starting with “make up”. Open it in this
        browser; the session lasts until you sign out.
      </EmptyState>
    </Page>
  );
}
