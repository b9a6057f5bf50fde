/** Ladder: the page is on its way. */

import { Page } from "@/ui/Page";

export function LadderPage() {
  return (
    <Page title="Ladder" answer="Ladder">
      {null}
    </Page>
  );
}
