/** What was saved, when and by whom; each can be read and tried again. */

import type { ThresholdVersion } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { type Column, Table } from "@/ui/tables/Table";
import { RelativeTime } from "@/ui/words/RelativeTime";

function fromText({ source, is_none }: ThresholdVersion): string {
  return is_none ? "thresholds taken away: defaults apply" : source || "–";
}

interface VersionTableProps {
  versions: readonly ThresholdVersion[];
  shown: number | null;
  onShow: (number: number) => void;
}

export function VersionTable({ versions, shown, onShow }: VersionTableProps) {
  const newest = versions[0]?.number;
  const columns: Column<ThresholdVersion>[] = [
    { id: "number", head: "Version", isNumber: true, cell: ({ number }) => number },
    { id: "at", head: "Saved", cell: ({ saved_at }) => <RelativeTime at={saved_at} /> },
    { id: "by", head: "By", isProse: true, cell: ({ author }) => author },
    { id: "from", head: "From", isProse: true, cell: fromText },
    {
      id: "show",
      head: "Text",
      cell: ({ number }) =>
        number === newest ? (
          "holds now"
        ) : (
          <Button
            kind="quiet"
            aria-label={`Show the text of version ${number}`}
            onClick={() => onShow(number)}
          >
            Show
          </Button>
        ),
    },
  ];
  return (
    <Table
      caption="Versions of the thresholds, the newest first"
      columns={columns}
      rows={versions}
      rowKey={({ number }) => number}
      isSelected={({ number }) => number === shown}
      isStacked
    />
  );
}
