/** Requests of the page that takes files of tools. */

import { send, sendDocument } from "@/api/requests";
import type { ReportMapping } from "@/api/types";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";
import { documentOf, type ResultsForm, type SentFile } from "./addResultsModel";

export interface Sending {
  form: ResultsForm;
  files: readonly SentFile[];
  isPreview: boolean;
}

/** Reads files and says what they become; stores it, unless it is a preview. */
export function useToolFiles(project: string) {
  return useAction(
    ({ form, files, isPreview }: Sending) =>
      sendDocument("reports/files", { project }, documentOf(form, files, isPreview)),
    [[project, "runs"]],
  );
}

/** Says which columns a file has. */
export function useOutline(project: string) {
  return useAction((file: SentFile) => sendDocument("mappings/outlines", { project }, file));
}

export function useFormats(project: string, enabled: boolean) {
  return useRead([project, "formats"], "formats", { project }, { enabled });
}

export function useMappings(project: string, enabled: boolean) {
  return useRead([project, "mappings"], "mappings", { project }, { enabled });
}

export function useSaveMapping(project: string) {
  return useAction(
    (body: { name: string; mapping: ReportMapping }) => send("post", "mappings", { project }, body),
    [[project, "mappings"]],
    ({ id, name }) => ({
      label: `Mapping “${name}” saved`,
      undo: () => send("delete", "mappings/{mapping_id}", { project, mapping_id: id }),
    }),
  );
}

const STILL_WAITING_MS = 1_000;

/** How far a report is; asked again until its run is there. */
export function useReport(project: string, id: string) {
  return useRead(
    [project, "reports", id],
    "reports/{report_id}",
    { project, report_id: id },
    {
      refetchInterval: ({ state }) =>
        (state.data?.state ?? "accepted") === "accepted" ? STILL_WAITING_MS : false,
    },
  );
}

/** The content of a file in base64, as it is sent. */
export function sentFile(file: File): Promise<SentFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () =>
      resolve({ name: file.name, data: String(reader.result).replace(/^[^,]*,/, "") });
    reader.readAsDataURL(file);
  });
}
