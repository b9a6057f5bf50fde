/** A chart as a file: its numbers, or its picture in the colours of the theme that is on. */

import { Menu } from "@/ui/controls/Menu";
import { saveText } from "@/ui/controls/saveText";
import { type CsvRows, csvText, fileName, jsonText } from "./csv";
import { savePng, saveSvg } from "./savePicture";

interface SaveMenuProps {
  title: string;
  notes: readonly string[];
  rows: () => CsvRows;
  /** The drawing; absent while a table is shown instead. */
  picture: (() => string | null) | undefined;
}

export function SaveMenu({ title, notes, rows, picture }: SaveMenuProps) {
  const drawn = (save: (svg: string) => unknown) => {
    if (picture === undefined) return {};
    return {
      onSelect: () => {
        const svg = picture();
        if (svg !== null) void save(svg);
      },
    };
  };
  const hint = picture === undefined ? "from the chart" : undefined;
  const numbers = [
    {
      label: "CSV",
      hint: "for spreadsheets",
      onSelect: () => saveText(fileName(title, "csv"), "text/csv", csvText(rows())),
    },
    {
      label: "JSON",
      hint: "for programs",
      onSelect: () =>
        saveText(fileName(title, "json"), "application/json", jsonText(title, notes, rows())),
    },
  ];
  const pictures = [
    {
      label: "PNG",
      hint: hint ?? "for slides",
      ...drawn((svg) => savePng(fileName(title, "png"), svg)),
    },
    {
      label: "SVG",
      hint: hint ?? "for print",
      ...drawn((svg) => saveSvg(fileName(title, "svg"), svg)),
    },
  ];
  return <Menu kind="quiet" label="Save" groups={[numbers, pictures]} />;
}
