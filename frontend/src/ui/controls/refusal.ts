/** What the server minds about a form, at the fields that it names. */

import { createContext, useContext, useEffect } from "react";
import type { Fault } from "@/api/types";

interface Refusal {
  faults: readonly Fault[];
  /** Tells the form that a field shows what is wrong with it; gives back how that ends. */
  claim: (pointer: string) => () => void;
}

export const RefusalContext = createContext<Refusal>({ faults: [], claim: () => () => undefined });

/** What is wrong with the field that the server calls so, in the server's words. */
export function useFaultAt(pointer: string | undefined): string | undefined {
  const { faults, claim } = useContext(RefusalContext);
  useEffect(() => (pointer === undefined ? undefined : claim(pointer)), [claim, pointer]);
  const fault = faults.find((one) => one.pointer === pointer);
  return fault === undefined ? undefined : `${fault.reason}: ${fault.remedy}`;
}
