/** Splits: the page is on its way. */

import { Page } from "@/ui/Page";

export function SplitsPage() {
  return (
    <Page title="Splits" answer="Splits">
      {null}
    </Page>
  );
}
