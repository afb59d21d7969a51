import { describe, expect, test } from "vitest";
import { CONTRACT } from "#model/contract/calls.ts";
import { openQuotas } from "./quotas.ts";

const NOW = new Date("2026-11-05T09:00:00.000Z");
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const person = (id: number, now = NOW) => ({
  user: { id, email: "", firstName: "", roles: [], permission: "lead" as const, teamId: 1 },
  now,
});
const { assessments, evidence, handover, history, organizations, p3m3, itil, locks, session, style, wording } = CONTRACT;

describe("what one person changes within a minute", () => {
  test.each([
    ["organizations", organizations.create, 60],
    ["assessments", organizations.assessments.create, 60],
    ["new entries of evidence", evidence.add, 300],
    ["entries of evidence", evidence.put, 300],
    ["notes of threads", p3m3.notes.put, 240],
    ["notes of practices", itil.notes.capability.put, 240],
    ["texts of reports", wording.put, 240],
    ["texts of a house style", style.put, 240],
    ["logos", style.logo.put, 20],
    ["many answers at once", assessments.bulk, 60],
    ["wishes for a lock", handover.ask, 60],
    ["files taken out", history.fileTaken, 240],
    ["files of the history of a team", CONTRACT.teamHistory.fileTaken, 240],
    ["answers", p3m3.answer, 3_000],
    ["locks", locks.take, 3_000],
  ])("is bounded, for each person and for a minute: %s", (_, call, perMinute) => {
    const count = openQuotas();
    for (let done = 0; done < perMinute; done += 1) count(call, person(1));
    expect(() => count(call, person(1, later(20)))).toThrow(expect.objectContaining({ status: 429, retryAfterSeconds: 40 }));
    expect(() => count(call, person(2, later(20)))).not.toThrow();
    expect(() => count(call, person(1, later(60)))).not.toThrow();
  });

  test("is bounded for calls of one kind together", () => {
    const count = openQuotas();
    for (let done = 0; done < 30; done += 1) {
      count(handover.ask, person(1));
      count(handover.withdraw, person(1));
    }
    expect(() => count(handover.answer, person(1))).toThrow(expect.objectContaining({ status: 429 }));
    expect(() => count(p3m3.answer, person(1))).not.toThrow();
  });

  test("never keeps anybody from ending a session", () => {
    const count = openQuotas();
    for (let done = 0; done < 4_000; done += 1) count(session.sessions.endAll, person(1));
    for (let done = 0; done < 3_000; done += 1) count(p3m3.answer, person(1));
    expect(() => count(p3m3.answer, person(1))).toThrow();
    expect(() => count(session.sessions.endAll, person(1))).not.toThrow();
  });

  test("leaves room for somebody who works as fast as the product can be worked", () => {
    const count = openQuotas();
    const work = () => {
      // A key held down in the grid, thirty times a second, for the whole minute; a note after every pause for breath in typing.
      for (let done = 0; done < 30 * 60; done += 1) count(p3m3.answer, person(1));
      for (let done = 0; done < 60_000 / 700; done += 1) count(p3m3.notes.put, person(1));
      // An import of 455 answers place by place, with a note for each of 91; and twenty at once.
      for (let done = 0; done < 455; done += 1) count(itil.answer.capability, person(1));
      for (let done = 0; done < 91; done += 1) count(itil.notes.capability.put, person(1));
      for (let done = 0; done < 20; done += 1) count(assessments.bulk, person(1));
      // Ten open pages that ask for the lock, and all the files that the web application gives within a minute.
      for (let done = 0; done < 10 * 4; done += 1) count(handover.ask, person(1));
      for (let done = 0; done < 60 + 20 + 20; done += 1) count(history.fileTaken, person(1));
    };
    expect(work).not.toThrow();
  });
});
