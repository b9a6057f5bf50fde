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
  /** Where the focus goes once it is closed; null: back to the button. */
  focusAfter?: () => HTMLElement | null;
  children: ReactNode;
}

export function Popup(props: PopupProps) {
  const { label, trigger, isOpen, onOpenChange, focusAfter, children } = props;
  const giveFocus = (event: Event) => {
    const target = focusAfter?.() ?? null;
    if (target === null) return;
    event.preventDefault();
    target.focus({ preventScroll: true });
  };
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
          onCloseAutoFocus={giveFocus}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
