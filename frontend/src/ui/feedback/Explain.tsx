/** A word or number whose statistic is explained in one sentence: on hover, on focus and by a tap. */

import { Link } from "@tanstack/react-router";
import { Popover } from "radix-ui";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { meaningOf, type Term } from "@/ui/words/terms";
import styles from "./Explain.module.css";

interface ExplainProps {
  term: Term;
  /** What it stands behind; a small question mark where it stands beside something else. */
  children?: ReactNode;
}

export function Explain({ term, children }: ExplainProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const card = useCard();
  const isMark = children === undefined;
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={isMark ? styles.mark : styles.term}
        aria-label={isMark ? `What is ${meaningOf(term).title}?` : undefined}
        aria-expanded={card.isOpen}
        aria-describedby={card.isOpen ? id : undefined}
        {...card.trigger}
      >
        {isMark ? "?" : children}
      </button>
      {card.isOpen ? <Card id={id} term={term} anchor={trigger} {...card.card} /> : null}
    </>
  );
}

interface CardProps {
  id: string;
  term: Term;
  anchor: RefObject<HTMLButtonElement | null>;
  link: RefObject<HTMLAnchorElement | null>;
  close: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
}

function Card({ id, term, anchor, link, close, ...pointer }: CardProps) {
  const { title, text, section } = meaningOf(term);
  const stayOnAnchor = (event: Event & { target: EventTarget | null }) => {
    if (anchor.current?.contains(event.target as Node)) event.preventDefault();
  };
  const leave = () => {
    if (document.activeElement === link.current) anchor.current?.focus();
    close();
  };
  return (
    <Popover.Root open onOpenChange={close}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          className={styles.card}
          role="note"
          aria-label={title}
          side="top"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={stayOnAnchor}
          onEscapeKeyDown={leave}
          {...pointer}
        >
          <strong>{title}</strong>
          <p id={id}>{text}</p>
          <Link
            ref={link}
            to="/help/$document"
            params={{ document: "methodology" }}
            hash={section}
            onBlur={close}
          >
            How it is made
          </Link>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const OPEN_MS = 200;
const CLOSE_MS = 150;

/** Opens on hover and focus at rest, at once by click or tap; Enter goes on to the link within. */
function useCard() {
  const [isOpen, setOpen] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const turn = (next: boolean, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), delay);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  return {
    isOpen,
    trigger: {
      onPointerEnter: (event: React.PointerEvent) => {
        if (event.pointerType === "mouse") turn(true, OPEN_MS);
      },
      onPointerLeave: (event: React.PointerEvent) => {
        if (event.pointerType === "mouse") turn(false, CLOSE_MS);
      },
      onFocus: () => turn(true, 0),
      onBlur: (event: React.FocusEvent) => {
        if (event.relatedTarget !== link.current) turn(false, 0);
      },
      onClick: (event: React.MouseEvent) => {
        // A click without a pointer is the keyboard's: it goes on to the link.
        if (isOpen && event.detail === 0) link.current?.focus();
        clearTimeout(timer.current);
        setOpen(true);
      },
    },
    card: {
      link,
      close,
      onPointerEnter: () => turn(true, 0),
      onPointerLeave: () => turn(false, CLOSE_MS),
    },
  };
}
