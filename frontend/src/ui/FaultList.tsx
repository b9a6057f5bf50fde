/** What is wrong with a document: place, reason, remedy of each fault. */

import type { Fault } from "@/api/types";
import styles from "./States.module.css";

export function FaultList({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul className={styles.faults}>
      {faults.map((fault) => (
        <li key={`${fault.pointer} ${fault.reason}`}>
          <code>{fault.pointer || "/"}</code> {sentence(fault.reason)} {sentence(fault.remedy)}
        </li>
      ))}
    </ul>
  );
}

/** Reasons come as they stand in other sentences: here each is one of its own. */
function sentence(text: string): string {
  if (text === "") return "";
  const ended = /[.?]$/.test(text) ? text : `${text}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
