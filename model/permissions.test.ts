import { describe, expect, test } from "vitest";
import { CONTRACT_CALLS } from "./contract/calls.ts";
import { deedsOf, mayDo, neededFor, PERMISSIONS, permissionAtFirst, reaches } from "./permissions.ts";

test("each permission includes those before it", () => {
  const table = PERMISSIONS.map((held) => [held, ...PERMISSIONS.filter((needed) => reaches(held, needed))]);
  expect(table).toEqual([
    ["viewer", "viewer"],
    ["assessor", "viewer", "assessor"],
    ["lead", "viewer", "assessor", "lead"],
  ]);
});

test("viewers may read all but the people of their team, second ratings and what voices say and are told of the team, and write only what concerns themselves, a file, their part of a peer review, or a lock that they give back", () => {
  const writes = CONTRACT_CALLS.filter(({ call }) => call.method !== "GET" && call.authentication === undefined);
  expect(writes.filter(({ call }) => neededFor(call) === "viewer").map(({ name }) => name)).toEqual([
    "session.sessions.end",
    "session.sessions.endAll",
    "own.accept",
    "own.decline",
    "own.leave",
    "joining.name.put",
    "joining.address.ask",
    "joining.address.change",
    "history.fileTaken",
    "peerReview.add",
    "peerReview.reply",
    "peerReview.correct",
    "peerReview.settle",
    "peerReview.remove",
    "peerReview.decide",
    "peerReview.withdrawApproval",
    "peerReview.look",
    "locks.release",
  ]);
  const reads = CONTRACT_CALLS.filter(({ call }) => call.method === "GET" && neededFor(call) !== "viewer");
  expect(reads.map(({ name }) => name)).toEqual([
    "people.list",
    "people.history",
    "people.get",
    "joining.team",
    "joining.openWork",
    "joining.voiceMails",
    "walls.team",
    "teamHistory.list",
    "teamHistory.export",
    "voices.list",
    "voices.answers",
    "voiceLevels.list",
    "secondRound.get",
    "ratings.list",
    "ratings.get",
    "ratings.progress",
    "ratings.overview",
    "teamRules.get",
    "teamName.get",
    "reportDefaults.get",
  ]);
});

describe("what may be done with an organization or an assessment", () => {
  test.each([
    [true, "lead", ["change"]],
    [true, "assessor", ["change"]],
    [true, "viewer", []],
    [false, "lead", []],
  ] as const)("of the own team: %s, by a %s: %j", (isOwn, permission, may) => {
    expect(deedsOf(isOwn, permission)).toEqual(may);
    expect(mayDo("change", { may })).toBe(may.length > 0);
  });

  test("is left to the refusals where it is not said", () => {
    expect(mayDo("change", {})).toBe(true);
  });
});

test("a person alone in a team without a name leads it, and anybody else begins as an assessor", () => {
  expect([permissionAtFirst(undefined), permissionAtFirst(null), permissionAtFirst("Northbridge")]).toEqual(["lead", "lead", "assessor"]);
});
