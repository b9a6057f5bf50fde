/** Profile: the page is on its way. */

import { Page } from "@/ui/Page";

export function ProfilePage() {
  return (
    <Page title="Profile" answer="Profile">
      {null}
    </Page>
  );
}
