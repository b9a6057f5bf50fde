/** The state of a page, read from its address and written there. */

import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { RawSearch, UrlCodec } from "./urlState";

interface ChangeOptions {
  /** Replace the history entry: for typing and dragging. */
  isReplacing?: boolean;
}

/** State of the page and how to change parts of it; back and forward work. */
export function useUrlState<State>(codec: UrlCodec<State>) {
  const raw = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const state = useMemo(() => codec.parse(raw), [codec, raw]);
  const change = useCallback(
    (part: Partial<State>, { isReplacing = false }: ChangeOptions = {}) => {
      void navigate({
        to: ".",
        search: ((previous: RawSearch) =>
          codec.format({ ...codec.parse(previous), ...part })) as never,
        replace: isReplacing,
        resetScroll: false,
      });
    },
    [codec, navigate],
  );
  return [state, change] as const;
}
