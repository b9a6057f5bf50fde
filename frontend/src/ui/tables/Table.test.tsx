import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Column, Table } from "./Table";

interface Row {
  id: number;
  name: string;
}

const columns: Column<Row>[] = [
  { id: "name", head: "Name", cell: (row) => row.name, sortBy: (row) => row.name },
  { id: "id", head: "Number", cell: (row) => row.id, isNumber: true, sortBy: (row) => row.id },
];

function show(count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({ id: index, name: `row ${index}` }));
  render(<Table caption="Rows" columns={columns} rows={rows} rowKey={(row) => row.id} />);
  return screen.getByRole("table", { name: "Rows" });
}

const names = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.querySelector("td")?.textContent);

describe("a table", () => {
  it("sorts by a column and turns round, and says how it is sorted", async () => {
    const table = show(12);
    const head = within(table).getByRole("columnheader", { name: /Number/ });
    await userEvent.click(within(head).getByRole("button"));
    await userEvent.click(within(head).getByRole("button"));
    expect(head).toHaveAttribute("aria-sort", "descending");
    expect(names(table)[0]).toBe("row 11");
  });

  it("draws only rows in view when there are many, and the others when they scroll in", () => {
    const table = show(1000);
    expect(table).toHaveAttribute("aria-rowcount", "1001");
    expect(names(table).length).toBeLessThan(100);
    const box = table.parentElement as HTMLElement;
    box.scrollTop = 30 * 900;
    fireEvent.scroll(box);
    expect(names(table)).toContain("row 905");
    expect(names(table)).not.toContain("row 0");
  });

  it("comes to rest where the rows that are drawn decide how high they are", () => {
    const asked = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect");
    asked.mockImplementation(function (this: HTMLElement) {
      const drawn = this.parentElement?.children.length ?? 0;
      return { height: drawn > 36 ? 60 : 10 } as DOMRect;
    });
    expect(names(show(1000))).toContain("row 0");
    asked.mockRestore();
  });

  it("is walked by keyboard, also to rows that are not drawn, and opens by Enter", async () => {
    const open = vi.fn();
    const rows = Array.from({ length: 1000 }, (_, index) => ({ id: index, name: `row ${index}` }));
    const row = (name: string) => screen.findByRole("row", { name: new RegExp(`^${name} `) });
    render(
      <Table
        caption="Rows"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        onRowClick={open}
      />,
    );
    (await row("row 0")).focus();
    await userEvent.keyboard("{ArrowDown}");
    await waitFor(async () => expect(await row("row 1")).toHaveFocus());
    await userEvent.keyboard("{Enter}");
    expect(open).toHaveBeenCalledWith(rows[1]);
    await userEvent.keyboard("{End}");
    await waitFor(async () => expect(await row("row 999")).toHaveFocus());
    expect(screen.getAllByRole("row").filter((one) => one.tabIndex === 0)).toHaveLength(1);
  });

  it("leaves clicks on what stands in a row to that", async () => {
    const open = vi.fn();
    const linked: Column<Row>[] = [
      { id: "name", head: "Name", cell: (row) => <a href={`#${row.id}`}>{row.name}</a> },
      { id: "id", head: "Number", cell: (row) => row.id },
    ];
    const rows = [{ id: 7, name: "seven" }];
    render(
      <Table caption="R" columns={linked} rows={rows} rowKey={(row) => row.id} onRowClick={open} />,
    );
    await userEvent.click(screen.getByRole("link", { name: "seven" }));
    expect(open).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("cell", { name: "7" }));
    expect(open).toHaveBeenCalledOnce();
  });

  it("is sorted by a choice on phones, whatever stands in the id of a column", async () => {
    const media = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
    vi.stubGlobal("matchMedia", () => media);
    const spaced = columns.map((column) => ({ ...column, id: `column ${column.id}` }));
    const rows = [1, 3, 2].map((id) => ({ id, name: `row ${id}` }));
    render(<Table caption="Rows" columns={spaced} rows={rows} rowKey={(row) => row.id} />);
    const order = screen.getByRole("combobox", { name: "Order of Rows" });
    await userEvent.selectOptions(order, "Number ↓");
    expect(order).toHaveDisplayValue("Number ↓");
    const cells = screen.getAllByRole("cell", { name: /^row / });
    expect(cells.map(({ textContent }) => textContent)).toEqual(["row 3", "row 2", "row 1"]);
    vi.unstubAllGlobals();
  });
});

describe("a table on a phone", () => {
  it("puts the head of its column before a figure on phones, and nothing before buttons", () => {
    const removable: Column<Row>[] = [
      ...columns,
      {
        id: "remove",
        head: "Removal",
        isAction: true,
        cell: () => <button type="button">Remove</button>,
      },
    ];
    const rows = [{ id: 7, name: "seven" }];
    render(<Table caption="R" columns={removable} rows={rows} rowKey={(row) => row.id} />);
    expect(screen.getByRole("cell", { name: "7" })).toHaveAttribute("data-head", "Number");
    expect(screen.getByRole("cell", { name: "Remove" })).not.toHaveAttribute("data-head");
  });
});
