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
        command="make sign-in"
      >
        The command prints a link that works once; open it in this browser. Starting with “make up”
        prints one too. Where Tidemark runs in containers, the command is “tidemark sign-in” in the
        one of the API.
      </EmptyState>
    </Page>
  );
}
