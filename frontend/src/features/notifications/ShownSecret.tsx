/** What signs the messages of a channel, shown this once. */

import { Link } from "@tanstack/react-router";
import { ShownOnce } from "@/ui/layout/ShownOnce";

export function ShownSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <ShownOnce secret={secret} onDone={onDone}>
      This secret signs every message. It is shown this once: copy it now.{" "}
      <Link to="/help/$document" params={{ document: "webhooks" }}>
        How to check a message
      </Link>
    </ShownOnce>
  );
}
