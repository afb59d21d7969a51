/** A plan as an iCalendar file (docs/rules/engagements.md#the-calendar). */
import type { Id } from "#model/contract/common.ts";
import type { Plan, PlanRow } from "#model/contract/engagements.ts";
import { daysAfter } from "#model/days.ts";
import { PLAN_STATE_NAMES, PLAN_STATES } from "#model/engagements.ts";
import { config } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { getPlan, titleOf } from "~/services/engagements/plan.server";
import { topicName } from "~/services/engagements/plan-form.server";
import { attachment, fileName } from "~/services/http/file-names.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { fileResponse } from "~/services/workers/files.server";
import { colleagueName } from "~/views/engagements";
import { orNotProvided } from "~/views/missing";

/** The most octets of a line (RFC 5545, 3.1). */
const LINE_OCTETS = 75;
const encoder = new TextEncoder();

/** A line in parts of at most so many octets; each further one begins with a space. No character is cut. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      [part, octets] = [" ", 1];
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join("\r\n");
}

const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\r\n", "\n")
    .replaceAll("\n", "\\n");
const dateOf = (day: string) => day.replaceAll("-", "");

/** What is wanted of a plan for a calendar. */
export interface CalendarContent {
  engagement: { id: Id; name: string };
  organization: string;
  rows: readonly PlanRow[];
}

/**
 * The rows of a plan that have a day and were not dropped, as events of whole days: they are on that day in every time zone. With whom
 * somebody is, is in it only if the reader of the plan may read that.
 * @param now when the file is made
 * @param timeZone whose days they are, for programs that ask
 * @param host distinguishes the events of one installation from those of others
 */
export function calendarOf(
  { engagement, organization, rows }: CalendarContent,
  { now, timeZone, host }: { now: Date; timeZone: string; host: string },
): string {
  const stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  const events = rows.flatMap((row) => {
    if (row.day === null || row.state === "dropped") return [];
    const state = PLAN_STATES.find((each) => each === row.state);
    const details: [label: string, text: string][] = [
      ["With", row.withWhom?.join("; ") ?? ""],
      ["About", row.topics.map(topicName).join(", ")],
      ["Who of us", row.who.map(colleagueName).join(", ")],
      ["State", state ? PLAN_STATE_NAMES[state] : row.state],
      ["Engagement", `${engagement.name}, ${organization}`],
    ];
    const description = details.flatMap(([label, text]) => (text === "" ? [] : [`${label}: ${text}`])).join("\n");
    return [
      "BEGIN:VEVENT",
      `UID:plan-${engagement.id}-${row.id}@${host}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${dateOf(row.day)}`,
      `DTEND;VALUE=DATE:${dateOf(daysAfter(row.day, 1))}`,
      `SUMMARY:${escaped(`${titleOf(row)} (${organization})`)}`,
      `DESCRIPTION:${escaped(description)}`,
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
    ];
  });
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Maturity Assessment Tool//Plan//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escaped(`Plan of ${engagement.name}`)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    ...events,
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** Answers 'Take into a calendar'. @throws NotFound, LoadFailure */
export async function planCalendar({ api }: UserContext, engagementId: Id, request: Request): Promise<Response> {
  await requireExtension("engagements");
  const plan: Plan = await getPlan(api, engagementId);
  const now = new Date();
  const text = calendarOf(
    { engagement: plan.engagement, organization: orNotProvided(plan.organization.name), rows: plan.rows },
    { now, timeZone: config().timeZone, host: new URL(request.url).hostname },
  );
  return fileResponse(encoder.encode(text), {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": attachment(fileName(now, undefined, `Plan of ${plan.engagement.name}`, "ics")),
  });
}
