/** State of the page of all machines ↔ its query string. */

import { listOf, type RawSearch, type UrlCodec } from "@/ui/url/urlState";

export interface MachinesState {
  /** Testbeds whose noisiest series are all listed, by name. */
  whole: readonly string[];
}

export const machinesCodec: UrlCodec<MachinesState> = {
  parse: (raw) => ({ whole: [...new Set(listOf(raw, "noisiest"))] }),
  format: ({ whole }): RawSearch => (whole.length === 0 ? {} : { noisiest: [...whole] }),
};
