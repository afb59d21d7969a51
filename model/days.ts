/** Days as in 2026-11-05, in the time zone that the installation works in (docs/rules/actions.md#days). */

/** Whether the runtime knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Swedish writes days as in 2026-11-05. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  formats.set(timeZone, known);
  return known;
}

/** The day of a moment in a time zone. @param timeZone an IANA name such as `Europe/London` */
export const dayOf = (moment: Date, timeZone: string): string => formatFor(timeZone).format(moment);

/** Whether a day is over. @param day null for none @param today the day that it is now */
export const isPast = (day: string | null, today: string): boolean => day !== null && day < today;

/** The day that is so many days after another one; before it where the number is negative. */
export function daysAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}
