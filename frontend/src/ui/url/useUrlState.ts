/** The state of a page, read from its address and written there. */

import { replaceEqualDeep } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useRef } from "react";
import type { RawSearch, UrlCodec } from "./urlState";

interface ChangeOptions {
  /** Replace the history entry: for typing and dragging. */
  isReplacing?: boolean;
}

/** What becomes of the state, or how that follows from what it is by then. */
export type ChangeOf<State> = Partial<State> | ((state: State) => Partial<State>);

/**
 * State of the page and how to change parts of it; back and forward work. Parts that stay equal stay
 * the same objects, so that what shows only these need not be drawn again.
 */
export function useUrlState<State>(codec: UrlCodec<State>) {
  const raw = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const last = useRef<State>(undefined);
  const state = useMemo(() => {
    last.current = replaceEqualDeep(last.current, codec.parse(raw)) as State;
    return last.current;
  }, [codec, raw]);
  const change = useCallback(
    (part: ChangeOf<State>, { isReplacing = false }: ChangeOptions = {}) => {
      const changed = (raw: RawSearch) => {
        const before = codec.parse(raw);
        return codec.format({ ...before, ...(part instanceof Function ? part(before) : part) });
      };
      void navigate({
        to: ".",
        search: changed as never,
        replace: isReplacing,
        resetScroll: false,
      });
    },
    [codec, navigate],
  );
  return [state, change] as const;
}
