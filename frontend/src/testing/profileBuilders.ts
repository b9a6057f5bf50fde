/** Profiles for tests: details, peers, and stacks as the server sends them. */

import type { ProfileDetail, ProfilePlace } from "@/api/types";
import { aCommit } from "@/testing/builders";
import { BASE, HttpResponse, http, server } from "@/testing/server";

export function aProfileDetail(part: Partial<ProfileDetail> = {}): ProfileDetail {
  return {
    id: 5,
    run: 1,
    benchmark: "read",
    parameters: { engine: "smol" },
    kind: "cpu",
    tool: "perf",
    unit: "samples",
    frequency: 997,
    samples: 1000,
    lost: 0,
    repetitions: 10,
    cpu_s: 1,
    with_symbols: 0.98,
    trimmed_stacks: 0,
    trimmed_samples: 0,
    groups: [],
    functions: [],
    function_count: 4,
    ...part,
  };
}

export function aPlace(part: Partial<ProfilePlace> = {}): ProfilePlace {
  return {
    id: 5,
    run: 1,
    benchmark_id: 3,
    benchmark: "read",
    parameters: { engine: "smol" },
    kind: "cpu",
    samples: 1000,
    suite: "runtime-rust",
    testbed: "bench-1",
    branch: "main",
    commit: aCommit(),
    started_at: "2026-01-02T00:00:00Z",
    ...part,
  };
}

/** Answers with folded stacks in gzip. */
export function answerStacks(profile: number, lines: readonly string[]) {
  server.use(
    http.get(`${BASE}/projects/demo/profiles/${profile}/stacks`, async () => {
      const packed = new Response(lines.join("\n")).body?.pipeThrough(
        new CompressionStream("gzip"),
      );
      return HttpResponse.arrayBuffer(await new Response(packed ?? null).arrayBuffer());
    }),
  );
}
