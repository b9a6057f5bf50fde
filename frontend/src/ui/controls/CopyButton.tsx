/** Copies a text to the clipboard and says that it did. */

import { useEffect, useState } from "react";
import { Button } from "./Button";

interface CopyButtonProps {
  text: string;
  label?: string;
}

export function CopyButton({ text, label = "Copy" }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    // Browsers offer no clipboard on pages that came over plain HTTP from another host.
    const writing =
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    writing.then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  const shown = { copied: "Copied", failed: "Select the text to copy it" };
  return (
    <Button onClick={copy} aria-live="polite">
      {outcome === null ? label : shown[outcome]}
    </Button>
  );
}
