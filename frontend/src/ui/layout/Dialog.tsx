/** A sheet over the page for what has no address of its own: lists of keys, search, further pages. */

import { Dialog as Primitive } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Button } from "@/ui/controls/Button";
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
  // Keys and links open it, not a trigger of its own: who had the focus gets it back.
  const [wasOpen, setWasOpen] = useState(false);
  const [before, setBefore] = useState<Element | null>(null);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setBefore(document.activeElement);
  }
  return (
    <Primitive.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.veil} />
        <Primitive.Content
          className={styles.sheet}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (before instanceof HTMLElement) before.focus();
          }}
        >
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
