const SHORT = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** A date as the product shows it: '5 Nov 2026' (docs/rules/accessibility-and-words.md#dates-and-times). @param iso ISO 8601 */
export function shortDate(iso: string): string {
  return SHORT.format(new Date(iso));
}

const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });

/** The month of a date: 'Nov 2025'. @param iso ISO 8601 */
export function monthOf(iso: string): string {
  return MONTH.format(new Date(iso));
}

/**
 * A time of day, with the day if it is not today: '14:05', '5 Nov, 14:05'. In a named time zone it says which.
 * @param timeZone that of the reader unless named
 */
export function dayAndTime(date: Date, now: Date, timeZone?: "UTC"): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", ...zone });
  const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", ...zone }).format(date);
  const text = day.format(date) === day.format(now) ? time : `${day.format(date)}, ${time}`;
  return timeZone === undefined ? text : `${text} ${timeZone}`;
}

/** A time of day, '14:05 UTC': the server does not know the reader's time zone. @param iso ISO 8601 */
export function timeOfDay(iso: string): string {
  return `${TIME.format(new Date(iso))} UTC`;
}
