/** What is wrong with a document: place, reason, remedy of each fault. */

import type { Fault } from "@/api/types";
import styles from "./States.module.css";

export function FaultList({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul className={styles.faults}>
      {faults.map((fault) => (
        <li key={`${fault.pointer} ${fault.reason}`}>
          <code>{fault.pointer || "/"}</code> {fault.reason} {fault.remedy}
        </li>
      ))}
    </ul>
  );
}
