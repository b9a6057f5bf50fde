/** Split: the page is on its way. */

import { Page } from "@/ui/Page";

export function SplitPage() {
  return (
    <Page title="Split" answer="Split">
      {null}
    </Page>
  );
}
