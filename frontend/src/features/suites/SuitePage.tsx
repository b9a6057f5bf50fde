/** Suite: the page is on its way. */

import { Page } from "@/ui/Page";

export function SuitePage() {
  return (
    <Page title="Suite" answer="Suite">
      {null}
    </Page>
  );
}
