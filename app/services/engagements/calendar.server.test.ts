import ical from "ical.js";
import { describe, expect, it } from "vitest";
import type { PlanRow } from "#model/contract/engagements.ts";
import { calendarOf } from "./calendar.server";

const row = (over: Partial<PlanRow> = {}): PlanRow => ({
  ...{ id: 7, kind: "interview", what: "Funding", people: 2, withWhom: ["Dörte Müller; PMO", "Jörg\\Weiß"], topics: ["OG", "RK"] },
  ...{ who: [{ id: 1, email: "kim@x.org", firstName: "Kim" }], day: "2026-12-31", state: "open" },
  ...over,
});
const make = (rows: PlanRow[], name = "Three scopes") =>
  calendarOf(
    { engagement: { id: 3, name }, organization: "Häfen, Docks & Co", rows },
    { now: new Date("2026-11-29T10:20:30.456Z"), timeZone: "Europe/London", host: "tool.example" },
  );
const LONG = "Ärgerlich lange Überschrift über Führungsgrößen 🚢 ".repeat(4).trim();

describe("a plan as an iCalendar file", () => {
  it("has an event of a whole day for each row with a day that was not dropped", () => {
    const lines = make([row(), row({ id: 8, day: null }), row({ id: 9, state: "dropped" })]).split("\r\n");
    expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(1);
    expect(lines).toEqual(
      expect.arrayContaining([
        "UID:plan-3-7@tool.example",
        "DTSTAMP:20261129T102030Z",
        "DTSTART;VALUE=DATE:20261231",
        "DTEND;VALUE=DATE:20270101",
        "X-WR-TIMEZONE:Europe/London",
      ]),
    );
    expect(lines.at(-1)).toBe("");
  });

  it("has no line of more than 75 octets, and cuts no character", () => {
    const text = make([row({ what: LONG })], LONG);
    for (const line of text.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(text.replaceAll("\r\n ", "")).toContain(`SUMMARY:Interview: ${LONG} (Häfen\\, Docks & Co)`);
    expect(text).not.toContain("\ufffd");
  });

  it("names nobody of the client where the reader may not read who it is", () => {
    const text = make([row({ withWhom: null })]).replaceAll("\r\n ", "");
    expect(text).not.toMatch(/Müller|With:/);
    expect(text).toContain("Who of us: Kim");
  });

  it("has no event for an empty plan", () => expect(make([])).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/));
});

describe("read by another program", () => {
  it("says the same, with long lines, umlauts and the day of the plan in every time zone", () => {
    const calendar = new ical.Component(ical.parse(make([row({ what: LONG })], LONG)));
    const event = new ical.Event(calendar.getFirstSubcomponent("vevent") ?? undefined);
    expect(event.summary).toBe(`Interview: ${LONG} (Häfen, Docks & Co)`);
    expect(event.description.split("\n")).toEqual([
      "With: Dörte Müller; PMO; Jörg\\Weiß",
      "About: Organizational governance, Risk management",
      "Who of us: Kim",
      "State: Open",
      `Engagement: ${LONG}, Häfen, Docks & Co`,
    ]);
    expect([event.startDate.isDate, event.startDate.toString(), event.endDate.toString()]).toEqual([true, "2026-12-31", "2027-01-01"]);
    for (const zone of ["Pacific/Auckland", "America/Los_Angeles"]) {
      const before = process.env.TZ;
      process.env.TZ = zone;
      const day = event.startDate.toJSDate();
      expect([day.getFullYear(), day.getMonth() + 1, day.getDate()]).toEqual([2026, 12, 31]);
      process.env.TZ = before;
    }
  });
});
