/** The product's documents, readable where their numbers are. */

import { EmptyState } from "@/ui/EmptyState";
import { Page } from "@/ui/Page";

export function HelpPage() {
  return (
    <Page title="Help" answer="How the numbers are made">
      <EmptyState title="METHODOLOGY.md will be shown here." />
    </Page>
  );
}
