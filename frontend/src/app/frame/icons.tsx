/** Line icons of the rail and the bar, drawn on a grid of 16. */

const PATHS = {
  overview: "M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z",
  changes: "M1.5 11.5h5.5V4.5h7.5M11.5 1.5l3 3-3 3",
  pulls:
    "M4 5.500v5M4 1.500a2 2 0 1 1 0 4a2 2 0 1 1 0-4M4 10.500a2 2 0 1 1 0 4a2 2 0 1 1 0-4M12 10.500V6L9 3M12 10.500a2 2 0 1 1 0 4a2 2 0 1 1 0-4",
  explore: "M1.5 12.5l4-5 3 3 6-8M1.5 14.5h13",
  compare: "M5 1.500v13M1.500 5h7M11 1.500v13M7.500 10.500h7",
  sweeps: "M1.5 3.5c2 8 4 9.5 6 9.5s5-2.500 7-6.500M7.500 13v-2",
  splits: "M8 1.500v13M8 4h5.500M8 8H3.500M8 12h3",
  ladders: "M4 1.500v13M12 1.500v13M4 4h8M4 8h8M4 12h8",
  claims: "M2 2.500h12v8.500H8.500L5 14v-3H2zM5 6.500l2 2 4-4",
  views: "M3.500 1.500h9v13L8 11l-4.500 3.500z",
  share: "M8 10V1.500M4.500 5L8 1.500L11.500 5M2.500 8v6h11V8",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  search: "M7 2a5 5 0 1 1 0 10a5 5 0 1 1 0-10M10.700 10.700l3.800 3.800",
  runs: "M3.500 2.500v11l9.500-5.500z",
  machines: "M2 2.500h12v7.500H2zM5.500 13.500h5M8 10v3.500",
  jobs: "M5.500 3.500h9M5.500 8h9M5.500 12.500h9M1.500 3.500h1M1.500 8h1M1.500 12.500h1",
  help: "M8 1.500a6.500 6.500 0 1 1 0 13a6.500 6.500 0 1 1 0-13M6 6.200a2 2 0 1 1 2.900 1.800c-.600.300-.900.700-.900 1.300M8 11.500h.01",
  add: "M8 2.500v11M2.500 8h11",
  import: "M8 1.500v8.500M4.500 7l3.500 3.500L11.500 7M2 13.500h12",
  settings:
    "M1.500 4.500h7M12 4.500h2.500M1.500 11.500H4M7.500 11.500h7M10.200 2.700v3.600M5.800 9.700v3.600",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
