/** A secret that is shown this once. */

import { Link } from "@tanstack/react-router";
import { Button } from "@/ui/controls/Button";
import { CopyButton } from "@/ui/controls/CopyButton";
import styles from "./Notifications.module.css";

export function ShownSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className={styles.secret} role="status">
      <p>
        This secret signs every message. It is shown this once: copy it now.{" "}
        <Link to="/help/$document" params={{ document: "webhooks" }}>
          How to check a message
        </Link>
      </p>
      <code>{secret}</code>
      <div className={styles.actions}>
        <CopyButton text={secret} label="Copy secret" />
        <Button kind="quiet" onClick={onDone}>
          Hide
        </Button>
      </div>
    </div>
  );
}
