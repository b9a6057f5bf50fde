/** What is wrong with a document: place, reason, remedy of each fault. */

import type { Fault } from "@/api/types";
import styles from "./States.module.css";

export function FaultList({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul className={styles.faults}>
      {faults.map((fault) => (
        <li key={`${fault.pointer} ${fault.reason}`}>
          <Place fault={fault} /> {sentence(fault.reason)} {sentence(fault.remedy)}
        </li>
      ))}
    </ul>
  );
}

/** Fields of an address that a person chose on the page are named in words. */
const SIDES: Record<string, string> = {
  "/query/baseline": "Baseline:",
  "/query/contender": "Contender:",
};

function Place({ fault: { pointer, line, column } }: { fault: Fault }) {
  if (line) return <strong>{`Line ${line}, column ${column}:`}</strong>;
  const side = SIDES[pointer];
  return side === undefined ? <code>{pointer || "/"}</code> : <strong>{side}</strong>;
}

/** Reasons come as they stand in other sentences: here each is one of its own. */
export function sentence(text: string): string {
  if (text === "") return "";
  const ended = /[.?]$/.test(text) ? text : `${text}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
