/** Machine: the page is on its way. */

import { Page } from "@/ui/Page";

export function MachinePage() {
  return (
    <Page title="Machine" answer="Machine">
      {null}
    </Page>
  );
}
