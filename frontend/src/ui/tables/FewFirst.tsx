/** Rows of which a phone shows the first few, until the others are asked for. */

import { type ReactNode, useState } from "react";
import { Button } from "@/ui/controls/Button";
import { useIsNarrow } from "@/ui/layout/useIsNarrow";
import { counted } from "@/ui/words/countWords";

interface FewFirstProps<Row> {
  rows: readonly Row[];
  /** What one row is: "run". */
  noun: string;
  /** Draws the rows; some of them need no sorting. */
  children: (rows: readonly Row[], isWhole: boolean) => ReactNode;
}

/** As cards they take four times the height of table rows. */
const FEW = 3;

export function FewFirst<Row>({ rows, noun, children }: FewFirstProps<Row>) {
  const isNarrow = useIsNarrow();
  const [isWhole, setIsWhole] = useState(false);
  // a button for one row would take the room of the row
  const isCut = isNarrow && !isWhole && rows.length > FEW + 1;
  return (
    <>
      {children(isCut ? rows.slice(0, FEW) : rows, !isCut)}
      {isCut ? (
        <div>
          <Button onClick={() => setIsWhole(true)}>
            Show {counted(rows.length - FEW, `more ${noun}`)}
          </Button>
        </div>
      ) : null}
    </>
  );
}
