/** Views: the page is on its way. */

import { Page } from "@/ui/Page";

export function ViewsPage() {
  return (
    <Page title="Views" answer="Views">
      {null}
    </Page>
  );
}
