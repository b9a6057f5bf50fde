/** Change: the page is on its way. */

import { Page } from "@/ui/Page";

export function ChangePage() {
  return (
    <Page title="Change" answer="Change">
      {null}
    </Page>
  );
}
