/** State of the page of all machines ↔ its query string. */

import { codecOf, LIST, under } from "@/ui/url/urlFields";

export const machinesCodec = codecOf({
  /** Testbeds whose noisiest series are all listed, by name. */
  whole: under("noisiest", LIST),
});
