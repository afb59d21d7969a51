/** Days of a filter as moments: a day begins at another moment in each time zone. */

const UTC = "UTC";

/** A time zone that a browser named; UTC for anything else. */
export function zoneFrom(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: name || UTC }).resolvedOptions().timeZone;
  } catch {
    return UTC;
  }
}

/** How far the clocks of a zone are ahead of UTC, milliseconds. */
function aheadBy(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(new Date(at));
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) - at;
}

/** The day that a text such as 2026-11-05 names, as UTC's midnight in epoch milliseconds; undefined when it names none. */
function dayIn(text: string): number | undefined {
  const time = /^[12]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : time;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * The moment at which a day begins in a zone, or at which it is over.
 * @param text such as 2026-11-05
 * @returns ISO 8601; undefined when the text names no day
 */
export function momentOfDay(text: string, edge: "begins" | "is over", zone: string): string | undefined {
  const day = dayIn(text);
  if (day === undefined) return undefined;
  const midnight = edge === "begins" ? day : day + DAY_MS;
  // The first guess may be on the other side of a change of the clocks.
  const guess = midnight - aheadBy(midnight, zone);
  return new Date(midnight - aheadBy(guess, zone)).toISOString();
}

const NO_DAY = "Please enter a day as in 2026-11-05.";

/** The days of a filter as moments, and what is wrong with them. A day that is wrong filters nothing. @param zone that a browser named */
export function readDays({ from, to, zone }: { from?: string | undefined; to?: string | undefined; zone?: string | undefined }) {
  const timeZone = zoneFrom(zone);
  const [begins, isOver] = [from && momentOfDay(from, "begins", timeZone), to && momentOfDay(to, "is over", timeZone)];
  const errors: { from?: string; to?: string } = {
    ...(from && !begins ? { from: NO_DAY } : {}),
    ...(to && !isOver ? { to: NO_DAY } : {}),
    ...(begins && isOver && begins >= isOver ? { to: "The last day is before the first." } : {}),
  };
  return { errors, days: errors.to && begins && isOver ? {} : { from: begins || undefined, to: isOver || undefined } };
}
