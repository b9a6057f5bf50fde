/** State of the overview ↔ its query string. */

import { codecOf, oneOf } from "@/ui/url/urlFields";
import { RANGES } from "./movers/moversModel";

export const overviewCodec = codecOf({
  range: oneOf([...RANGES].reverse() as ["all", ...("7" | "30" | "90")[]]),
});
