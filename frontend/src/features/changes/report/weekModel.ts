/** Pure: weeks of the calendar by their names, such as 2026-W47. */

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** The name of the week so many weeks later or earlier. */
export function weekBeside(week: string, by: number): string {
  const [year = "", number = ""] = week.split("-W");
  // 4 January is always in the first week
  const fourth = Date.UTC(Number(year), 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
  return weekName(monday + (Number(number) - 1 + by) * WEEK_MS);
}

function weekName(monday: number): string {
  const thursday = new Date(monday + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const days = (thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS;
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, "0")}`;
}
