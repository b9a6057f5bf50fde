/** A sheet over the page for what has no address of its own: lists of keys, search, further pages. */

import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./Button";
import styles from "./Dialog.module.css";

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Without its head line, where the content says what it is. */
  isBare?: boolean;
  children: ReactNode;
}

export function Dialog({ title, isOpen, onClose, isBare = false, children }: DialogProps) {
  return (
    <Primitive.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.veil} />
        <Primitive.Content className={styles.sheet} aria-describedby={undefined}>
          <div className={isBare ? styles.hidden : styles.head}>
            <Primitive.Title className={styles.title}>{title}</Primitive.Title>
            {isBare ? null : (
              <Button kind="quiet" onClick={onClose}>
                Close
              </Button>
            )}
          </div>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
