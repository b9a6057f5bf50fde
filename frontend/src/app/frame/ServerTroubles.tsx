/** Parts of the server that are down, above every page; what will be, for administrators. */

import { useEffect, useState } from "react";
import { useReadiness } from "@/api/readiness";
import { useSession } from "@/api/session";
import styles from "./ServerTroubles.module.css";

/** A page asks for what it shows first. */
const LATER_MS = 2_000;

export function ServerTroubles() {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const clock = setTimeout(() => setLater(true), LATER_MS);
    return () => clearTimeout(clock);
  }, []);
  return isLater ? <Troubles /> : null;
}

function Troubles() {
  const session = useSession();
  const readiness = useReadiness();
  if (readiness.data === undefined) return null;
  const { troubles, warnings } = readiness.data;
  const told = session.data?.user?.is_admin === true ? warnings : [];
  if (troubles.length + told.length === 0) return null;
  return (
    <div className={styles.troubles} role="status">
      {troubles.map(({ part, reason, remedy }) => (
        <p key={part} className={styles.trouble}>
          {reason}. {capitalised(remedy)}.
        </p>
      ))}
      {told.map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}.
        </p>
      ))}
    </div>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
