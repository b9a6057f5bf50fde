/** State of the sweep page ↔ its query string; absent choices are left to the server. */

import { choiceOf, listOf, type RawSearch, textOf, type UrlCodec, wholeOf } from '@/ui/urlState';

export interface SweepState {
  metric: string | null;
  testbed: string | null;
  branch: string | null;
  run: number | null;
  view: 'chart' | 'table';
  /** Curves that the legend has switched off, by their facet text. */
  hidden: string[];
}

export const sweepCodec: UrlCodec<SweepState> = {
  parse: (raw) => ({
    metric: textOf(raw, 'metric') || null,
    testbed: textOf(raw, 'testbed') || null,
    branch: textOf(raw, 'branch') || null,
    run: wholeOf(raw, 'run') ?? null,
    view: choiceOf(raw, 'view', ['chart', 'table']),
    hidden: [...new Set(listOf(raw, 'hide'))],
  }),
  format: (state) => {
    const raw: RawSearch = {};
    for (const name of ['metric', 'testbed', 'branch', 'run'] as const) {
      const chosen = state[name];
      if (chosen !== null) raw[name] = String(chosen);
    }
    if (state.view !== 'chart') raw.view = state.view;
    if (state.hidden.length > 0) raw.hide = state.hidden;
    return raw;
  },
};
