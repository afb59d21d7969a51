import { useHydrated } from "~/components/forms/useHydrated";
import { dayAndTime } from "~/views/dates";

/**
 * A time of day, with the day if that is another one and is not named nearby. The server does not know the reader's time zone, so it marks
 * the time as UTC. After hydration it is local time (docs/rules/accessibility-and-words.md#dates-and-times).
 */
export function TimeOfDay({ iso, dayIsNamed = false }: { iso: string; dayIsNamed?: boolean }) {
  const inOwnTime = useHydrated();
  const date = new Date(iso);
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {dayAndTime(date, dayIsNamed ? date : new Date(), inOwnTime ? undefined : "UTC")}
    </time>
  );
}
