import { useHydrated } from "~/components/forms/useHydrated";
import { shortDate, timeOfDay } from "~/views/dates";

const LOCAL = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });

/** Date and time: marked as UTC on the server, which does not know the reader's time zone; in local time after hydration. */
export function Moment({ iso }: { iso: string }) {
  const inOwnTime = useHydrated();
  return <time dateTime={iso}>{inOwnTime ? LOCAL.format(new Date(iso)) : `${shortDate(iso)}, ${timeOfDay(iso)}`}</time>;
}
