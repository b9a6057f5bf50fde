/** A link to a whole address of this application, kept somewhere as it was: path and query string. */

import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

interface AddressLinkProps {
  /** "/p/demo/explore?series=1" */
  address: string;
  className?: string | undefined;
  children: ReactNode;
}

export function AddressLink({ address, className, children }: AddressLinkProps) {
  const router = useRouter();
  const open = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!isPlain || event.altKey) return;
    event.preventDefault();
    router.history.push(address);
  };
  return (
    <a href={address} className={className} onClick={open}>
      {children}
    </a>
  );
}
