/** A small panel over the page, beside the button that opens it: nothing on the page moves. */

import { Popover } from "radix-ui";
import type { ReactNode } from "react";
import styles from "./Popup.module.css";

interface PopupProps {
  label: string;
  /** The button; what it is pressed for is done here. */
  trigger: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}

export function Popup({ label, trigger, isOpen, onOpenChange, children }: PopupProps) {
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.panel}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
