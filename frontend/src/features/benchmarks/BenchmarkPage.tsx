/** Benchmark: the page is on its way. */

import { Page } from "@/ui/Page";

export function BenchmarkPage() {
  return (
    <Page title="Benchmark" answer="Benchmark">
      {null}
    </Page>
  );
}
