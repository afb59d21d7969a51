import { expect, test } from "vitest";
import { namesOf, refreshed, sessionDataFrom } from "./session-data.server.ts";

const answer = { token: "bearer", user: { email: "kim@example.org", firstName: "Kim" }, roles: ["P3M3" as const] };
const former = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}@example.org`);

test("a browser knows whose something is by what stays with a change of address, then by present and former addresses", () => {
  const session = sessionDataFrom({ ...answer, person: { key: "k", formerAddresses: former } }, {});
  expect(namesOf(session)).toEqual(["person k", "kim@example.org", ...former.slice(0, 5)]);
});

test("it knows it by the address alone where the upstream names nothing that stays", () => {
  expect(namesOf(sessionDataFrom(answer, {}))).toEqual(["kim@example.org"]);
  expect(namesOf(sessionDataFrom({ ...answer, person: null }, {}))).toEqual(["kim@example.org"]);
});

test("a refresh that leaves the person out keeps what is known of them", () => {
  const person = { key: "k", formerAddresses: [] };
  expect(refreshed({ ...answer, person }, answer)).toMatchObject({ person });
  const moved = { key: "k", formerAddresses: ["kim@example.org"] };
  expect(refreshed({ ...answer, person }, { ...answer, person: moved })).toMatchObject({ person: moved });
});
