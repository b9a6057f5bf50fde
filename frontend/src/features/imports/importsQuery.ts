/** The request behind the import page. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { directionQuery, type ImportForm } from "./importsModel";

/** Sends the file; with questions open the server stores nothing and asks. */
export function useImport(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (form: ImportForm & { file: File }) => {
      const bytes = new Uint8Array(await form.file.arrayBuffer());
      return unwrap(
        api.POST("/api/v1/projects/{project}/imports/{format_name}", {
          params: {
            path: { project, format_name: "github-action-benchmark" },
            query: {
              testbed: form.testbed.trim(),
              branch: form.branch.trim(),
              ...(form.isSameHistory ? { same_history: true } : {}),
              ...directionQuery(form.directions),
            },
          },
          headers: { "Content-Type": "application/octet-stream" },
          // The file as it is; the API document describes no body for it.
          body: bytes as never,
          bodySerializer: (body: unknown) => body as never,
        }),
      );
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [project] }),
  });
}
