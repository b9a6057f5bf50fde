/** Ladders: the page is on its way. */

import { Page } from "@/ui/Page";

export function LaddersPage() {
  return (
    <Page title="Ladders" answer="Ladders">
      {null}
    </Page>
  );
}
