import { formatCount } from "@/units/format";

/** "1 run", "3 runs", "2 series" */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
