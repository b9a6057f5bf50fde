import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violationsOf } from "@/testing/accessibility";
import { aProject, aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, BASE, fail, HttpResponse, http, server } from "@/testing/server";
import { aSplit } from "@/testing/splitBuilders";
import { SplitPage } from "./SplitPage";

const PATH = "/p/$project/splits/$split";
const ADDRESS = "/p/demo/splits/3";

const LATEST = { mid_large_mt: 2, random_mixed: 3 };

function show(address = ADDRESS) {
  return renderPage(SplitPage, PATH, address);
}

beforeEach(() => {
  answer("/session", aSession());
  answer("/projects/demo/splits/3", aSplit());
});

describe("a split of one machine among several", () => {
  it("says in its title where, and beside the verdict what else differed", async () => {
    answer("/projects/demo/splits/3", aSplit({ warnings: ["Not only the code differs: cc."] }));
    show();
    expect(await screen.findByText("allocator-c on bench-1")).toBeVisible();
    await waitFor(() => expect(document.title).toContain("against 16/16, bench-1"));
    const warning = screen.getByText("Not only the code differs: cc.");
    const members = screen.getByRole("region", { name: "Members" });
    const order = warning.compareDocumentPosition(members);
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
});

describe("a split of dozens of members", () => {
  it("shows those who pay most and the first weights, and folds the rest", async () => {
    const [, payer] = aSplit().members;
    if (payer === undefined) throw new Error("aSplit has two members");
    const members = Array.from({ length: 30 }, (_, index) => ({ ...payer, name: `m${index}` }));
    const payers = members.map(({ name }) => name);
    answer("/projects/demo/splits/3", aSplit({ members, payers }));
    const { user } = show();
    const paying = within(await screen.findByRole("region", { name: "Regressions" }));
    expect(paying.getByText("m5")).toBeVisible();
    expect(paying.getByText("m6")).not.toBeVisible();
    await user.click(paying.getByText("24 more regressions"));
    expect(paying.getByText("m29")).toBeVisible();
    const weights = within(screen.getByRole("region", { name: "Weights" }));
    expect(weights.getByLabelText("m9")).toBeVisible();
    expect(weights.getByLabelText("m10")).not.toBeVisible();
    await user.click(weights.getByText("20 more members"));
    expect(weights.getByLabelText("m29")).toBeVisible();
  });
});

describe("the page of a split", () => {
  it("says who gains, who pays, what it hangs on and a way out", async () => {
    const { container } = show();
    expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Split");
    const payers = within(await screen.findByRole("region", { name: "Regressions" }));
    expect(payers.getByText("random_mixed")).toBeVisible();
    expect(payers.getByText(/of the loss/)).toHaveTextContent(/100.% of the loss/);
    const net = within(screen.getByRole("region", { name: "Net verdict" }));
    expect(net.getByText(/Break-even: random_mixed at 37.0/)).toBeVisible();
    expect(net.getByText(/Alternative: 48\/16/)).toBeVisible();
    expect(await violationsOf(container)).toEqual([]);
  });

  it("asks again for every weight, which stands in the address", async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${BASE}/projects/demo/splits/3`, ({ request }) => {
        asked.push(...new URL(request.url).searchParams.getAll("weight"));
        return HttpResponse.json(aSplit());
      }),
    );
    const { user, router } = show();
    const field = await screen.findByRole("spinbutton", { name: "mid_large_mt" });
    await user.clear(field);
    await user.type(field, "3");
    await waitFor(() => expect(asked).toContain("3:mid_large_mt"));
    expect(router.state.location.searchStr).toContain("weight=3:mid_large_mt");
  });

  it("is read from a table as well", async () => {
    show(`${ADDRESS}?bars=table&front=table`);
    const members = await screen.findByRole("table", { name: /Members with their gain/ });
    expect(within(members).getAllByRole("row")).toHaveLength(3);
    expect(screen.getByRole("table", { name: /Alternatives on both/ })).toBeVisible();
  });

  it("is accepted with a reason, and that can be taken back", async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(`${BASE}/projects/demo/splits/3/state`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(aSplit({ state: "accepted" }));
      }),
    );
    const { user } = show();
    await user.type(await screen.findByRole("textbox", { name: "Why" }), "Large first");
    await user.click(screen.getByRole("button", { name: "Accept" }));
    await waitFor(() => expect(sent).toEqual([{ state: "accepted", reason: "Large first" }]));
  });

  it("offers no decision to somebody who may only read", async () => {
    answer("/session", aSession({ projects: [aProject({ rights: ["read"] })] }));
    show();
    expect(
      await screen.findByText("Accepting and rejecting take the role of a triager."),
    ).toBeVisible();
    for (const name of ["Accept", "Save note", "Save weights"])
      expect(screen.queryByRole("button", { name })).toBeNull();
  });

  it("shows what is not kept yet, and keeps it", async () => {
    answer("/projects/demo/splits/preview", aSplit({ id: null }));
    const sent: Record<string, unknown>[] = [];
    server.use(
      http.post(`${BASE}/projects/demo/splits`, async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return HttpResponse.json({ id: 3, is_new: true }, { status: 201 });
      }),
    );
    const sides =
      "baseline=run:12&contender=run:12&baseline.param.rings=16/16&contender.param.rings=64/64";
    const { user, router } = show(`/p/demo/splits/new?${sides}`);
    await user.click(await screen.findByRole("button", { name: "Save split" }));
    await waitFor(() => expect(router.state.location.pathname).toBe(ADDRESS));
    expect(sent[0]).toMatchObject({ contender_parameters: { rings: ["64/64"] } });
  });

  it("says when it cannot be judged, and offers another try", async () => {
    fail("/projects/demo/splits/3", { status: 500 });
    show();
    expect(await screen.findByText("Split 3 could not be loaded.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  });
});

describe("the nets of several dimensions", () => {
  it("tells a net of each dimension, with its interval, and no sum of them", async () => {
    const none = { gain: null, low: null, high: null };
    answer(
      "/projects/demo/splits/3",
      aSplit({
        net: { ...none, verdict: "apart", text: "net at equal weights, each on its own" },
        nets: [
          { ...none, dimension: "time", verdict: "gain", text: "+5.1 % [4.2, 6.1]" },
          { ...none, dimension: "memory", verdict: "loss", text: "−9.5 % [−10.6, −8.5]" },
        ],
        break_even: null,
      }),
    );
    show();
    const nets = within(await screen.findByRole("list", { name: "Net effects" }));
    expect(nets.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
      "net gain of time: +5.1 % [4.2, 6.1]",
      "net loss of memory: −9.5 % [−10.6, −8.5]",
    ]);
    expect(screen.getByRole("region", { name: "Net verdict" })).not.toHaveTextContent("each on");
  });
});

describe("a way out of a split", () => {
  it("names an older commit with its title, and says where nothing is claimed", async () => {
    const split = aSplit();
    const rows = (split.alternatives?.rows ?? []).map((row) =>
      row.resolution === ""
        ? row
        : { ...row, title: "Cache the parser", run: 9, resolution: "resolves (summary only)" },
    );
    const alternatives = split.alternatives && { ...split.alternatives, rows };
    answer("/projects/demo/splits/3", aSplit({ alternatives }));
    show(`${ADDRESS}?front=table`);
    const net = await screen.findByRole("region", { name: "Net verdict" });
    expect(net).toHaveTextContent(
      "Alternative: 48/16 (Cache the parser) keeps the gain without the loss, summary only: no significance test",
    );
    expect(screen.getByRole("link", { name: "48/16 (Cache the parser)" })).toBeVisible();
    const table = screen.getByRole("table", { name: /Alternatives on both/ });
    expect(within(table).getByText("48/16 (Cache the parser)")).toBeVisible();
  });
});

describe("the words of a split", () => {
  it("says who else got worse where nobody that is weighed pays", async () => {
    const beside = {
      name: "wide",
      metric: "thread_memory",
      unit: "B",
      direction: "lower" as const,
      verdict: "regression" as const,
      ratio: 2.38,
      low: 2.3,
      high: 2.5,
      baseline: 1000,
      contender: 2380,
    };
    const better = { ...beside, name: "narrow", verdict: "improvement" as const, ratio: 0.5 };
    answer("/projects/demo/splits/3", aSplit({ payers: [], beside: [better, beside] }));
    show();
    const pays = within(await screen.findByRole("region", { name: "Regressions" }));
    expect(pays.getByText(/No significant regression/)).toBeVisible();
    expect(pays.getByText(/Worse and not weighed/)).toHaveTextContent(
      /^Worse and not weighed: thread_memory of wide 2.38× more memory \[[^;]*\] \(also changed\)\.$/,
    );
  });

  it("folds what would be a hundred lines about alternatives", async () => {
    const sentences = Array.from({ length: 100 }, (_, place) => `${place}/16 resolves the split.`);
    const { alternatives } = aSplit();
    answer(
      "/projects/demo/splits/3",
      aSplit({ alternatives: alternatives === null ? null : { ...alternatives, sentences } }),
    );
    const { user } = show();
    expect(await screen.findByText("4/16 resolves the split.")).toBeVisible();
    expect(screen.getByText("99/16 resolves the split.")).not.toBeVisible();
    await user.click(screen.getByText("Show all 100"));
    expect(screen.getByText("99/16 resolves the split.")).toBeVisible();
  });

  it("has no ▲ or ▼, which would mean better here and more there", async () => {
    const beside = {
      name: "wide",
      metric: "cpu_time",
      unit: "s",
      direction: "lower" as const,
      verdict: "regression" as const,
      ratio: 6.66,
      low: 3.97,
      high: 11.2,
      baseline: 0.00185,
      contender: 0.0124,
    };
    answer("/projects/demo/splits/3", aSplit({ beside: [beside] }));
    const { container } = show();
    expect(await screen.findByRole("row", { name: /6.66× slower/ })).toBeVisible();
    expect(screen.getByText("better")).toBeVisible();
    expect(screen.getByText("net loss")).toBeVisible();
    expect(container).not.toHaveTextContent(/[▲▼]/);
  });
});

describe("the weights of a split", () => {
  it("stay as they were set while they are judged, and are saved once they are", async () => {
    const { user, router } = show();
    const slider = await screen.findByRole("slider", { name: /mid_large_mt/ });
    let judge: () => void = () => undefined;
    const judged = new Promise<void>((resolve) => {
      judge = resolve;
    });
    server.use(
      http.get(`${BASE}/projects/demo/splits/3`, async () => {
        await judged;
        return HttpResponse.json(aSplit({ weights: { members: LATEST, tags: {} } }));
      }),
    );
    fireEvent.change(slider, { target: { value: "2" } });
    expect(slider).toHaveValue("2");
    await waitFor(() => expect(router.state.location.searchStr).toContain("weight=2:mid_large_mt"));
    fireEvent.blur(slider);
    expect(slider).toHaveValue("2");
    fireEvent.change(screen.getByRole("slider", { name: /random_mixed/ }), {
      target: { value: "3" },
    });
    await waitFor(() => expect(router.state.location.searchStr).toContain("weight=3:random_mixed"));
    expect(router.state.location.searchStr).toContain("weight=2:mid_large_mt");
    expect(screen.getByRole("button", { name: "Save weights" })).toBeDisabled();
    const sent: unknown[] = [];
    server.use(
      http.put(`${BASE}/projects/demo/splits/3/weights`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(aSplit());
      }),
    );
    judge();
    await waitFor(() => expect(screen.getByRole("button", { name: "Save weights" })).toBeEnabled());
    await user.click(screen.getByRole("button", { name: "Save weights" }));
    await waitFor(() => expect(sent).toEqual([{ members: LATEST, tags: {} }]));
    await waitFor(() => expect(router.state.location.searchStr).toBe(""));
  });
});
