/** A command for the terminal, and a button that copies it. */

import { CopyButton } from "@/ui/controls/CopyButton";
import styles from "./CommandLine.module.css";

export function CommandLine({ command }: { command: string }) {
  return (
    <div className={styles.command}>
      <code>{command}</code>
      <CopyButton text={command} />
    </div>
  );
}
