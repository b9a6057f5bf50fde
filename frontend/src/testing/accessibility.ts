/** What a machine can tell about a page's accessibility. */

import axe from "axe-core";

/** Rules that a drawing without layout cannot judge. */
const NEEDS_LAYOUT = ["color-contrast", "region", "scrollable-region-focusable"];

/** Each violation in one line; empty for a page without any. */
export async function violationsOf(container: Element): Promise<string[]> {
  const rules = Object.fromEntries(NEEDS_LAYOUT.map((id) => [id, { enabled: false }]));
  const { violations } = await axe.run(container, { rules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
