/** Sends a history, or has the server fetch one; both end with the same outcome. */

import { useState } from "react";
import { ApiError } from "@/api/errors";
import { reading, send, sendFile } from "@/api/requests";
import type { AddressImport, ImportOutcome } from "@/api/types";
import { useRead } from "@/api/useRead";
import { useAction } from "@/ui/feedback/useAction";
import { ANY_FORMAT, directionQuery, type ImportForm, saidOf } from "./importsModel";

const LOOK_AGAIN_MS = 700;
const STILL_RUNNING_MS = 2_000;
const REFUSED = 409;

type Sending = ImportForm & { file: File | null; isDry: boolean };

/** With questions open the server stores nothing and asks. */
export function useImport(project: string) {
  const [progress, setProgress] = useState<AddressImport | null>(null);
  const sending = useAction(
    async (asked: Sending): Promise<ImportOutcome> => {
      try {
        return asked.file === null
          ? await fetched(project, asked, setProgress)
          : await sent(project, asked, asked.file);
      } finally {
        setProgress(null);
      }
    },
    [[project]],
  );
  return { sending, progress };
}

/** Imports from addresses, the newest first; asked again while one runs. */
export function useImports(project: string, enabled: boolean, isWatched: boolean) {
  return useRead(
    [project, "imports"],
    "imports/addresses",
    { project },
    {
      enabled,
      refetchInterval: ({ state }) =>
        isWatched || state.data?.some((one) => one.finished_at === null) ? STILL_RUNNING_MS : false,
    },
  );
}

export function useCancelImport(project: string) {
  return useAction(
    (id: number) => send("delete", "imports/addresses/{import_id}", { project, import_id: id }),
    [[project, "imports"]],
  );
}

function sent(project: string, asked: Sending, file: File) {
  const fields = {
    project,
    format_name: ANY_FORMAT,
    ...saidOf(asked),
    ...(asked.isSameHistory ? { same_history: true } : {}),
    ...(asked.isDry ? { dry_run: true } : {}),
    ...directionQuery(asked.directions),
  };
  return sendFile("imports/{format_name}", fields, file);
}

/** Begins an import from an address, and looks again until it has ended. */
async function fetched(
  project: string,
  asked: Sending,
  onProgress: (state: AddressImport) => void,
): Promise<ImportOutcome> {
  let state: AddressImport = await send(
    "post",
    "imports/addresses",
    { project },
    {
      address: asked.address.trim(),
      token: asked.token,
      ...saidOf(asked),
      directions: { ...asked.directions },
      same_history: asked.isSameHistory,
      dry_run: asked.isDry,
    },
  );
  const look = reading("imports/addresses/{import_id}", { project, import_id: state.id });
  while (state.finished_at === null) {
    onProgress(state);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    state = await look();
  }
  if (state.outcome === null) throw failure(state);
  return state.outcome;
}

function failure({ error, faults }: AddressImport): ApiError {
  const title = "The address was not imported";
  return new ApiError({ type: "about:blank", title, status: REFUSED, detail: error, faults });
}
