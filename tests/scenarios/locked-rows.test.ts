/** Rows of the home screen that somebody else is editing, as a browser without script shows them (docs/rules/locks-and-saving.md). */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createP3M3, expectStatus } from "../contract/scenario.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { atHome, person, rowText } from "./home.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

describe("a row that somebody else is editing", () => {
  /** The upstream no longer tells who holds the locks of an organization's assessments. */
  function withoutLocks(organizationId: number) {
    app.upstream.on("GET", `/organizations/${organizationId}/assessments`, async ({ forward, response }) => {
      const answer = await forward();
      const body = JSON.stringify(await answer.json(), (key, value) => (key === "lock" ? undefined : value));
      response.writeHead(answer.status, { "Content-Type": "application/json" }).end(body);
    });
  }

  async function lockedRow() {
    const team = `Team ${randomUUID()}`;
    const owner = await atHome(app, { team });
    const id = await createP3M3(owner.client, owner.organizationId);
    const colleague = await person(app, { team });
    await colleague.visitor.get(`/assessments/${id}/questions/BM/AM`);
    return { owner, id, visitor: colleague.visitor };
  }

  test("leads home with the row locked, by whom and since when, and nothing that edits", async () => {
    const { owner, id, visitor } = await lockedRow();
    expect(visitor.url).toBe(`/?organization=${owner.organizationId}&locked=${id}`);
    const row = rowText(visitor, id);
    expect(row).toContain("Locked for editing by another user");
    expect(row).toContain(owner.email);
    expect(row).toMatch(/since \d\d:\d\d UTC/);
    expect(visitor.document.querySelector(`#assessment-${id} time`)?.getAttribute("datetime")).toMatch(/^\d{4}-.*Z$/);
    expect(row).not.toContain("Start");
    expect(visitor.cookie(`lock-${id}`)).toBeUndefined();
  });

  test("stays locked on Retry while it is held, and is free when the lock is", async () => {
    const { owner, id, visitor } = await lockedRow();
    expect(rowText(visitor, id)).not.toContain("Still locked");
    await visitor.follow("Retry Spring review");
    expect(rowText(visitor, id)).toContain("Locked for editing by another user");
    expect(rowText(visitor, id)).toMatch(/Still locked at \d\d:\d\d UTC/);
    await visitor.follow("Home");
    expect(rowText(visitor, id)).not.toContain("Still locked");
    expectStatus(await owner.client.delete(`/assessments/${id}/lock`), 204);
    await visitor.follow("Retry Spring review");
    expect(rowText(visitor, id)).not.toContain("Locked");
    expect(visitor.url).toBe(`/?organization=${owner.organizationId}`);
    expect(visitor.text()).toContain("Spring review is free for editing again.");
  });

  test("stays locked, without a name, when the lock cannot be read", async () => {
    const { id, visitor } = await lockedRow();
    app.upstream.on("GET", `/assessments/${id}/lock`, json({}));
    await visitor.follow("Retry Spring review");
    expect(rowText(visitor, id)).toContain("Locked for editing by another user");
    expect(rowText(visitor, id)).toContain("Still locked at");
  });

  test.each([
    ["by an upstream that tells who holds locks", true],
    ["by one that does not", false],
  ])("does not say 'Still locked' when Retry could not read the lock, %s", async (_, isTold) => {
    const { owner, id, visitor } = await lockedRow();
    if (!isTold) withoutLocks(owner.organizationId);
    app.upstream.on("GET", `/assessments/${id}/lock`, status(500));
    await visitor.follow("Retry Spring review");
    const row = rowText(visitor, id);
    expect(row).toContain("Locked for editing by another user");
    expect(row).not.toContain("Still locked");
    expect(row).toContain("Whether it is still locked could not be found out. Please try again.");
    app.upstream.reset();
    await visitor.follow("Retry Spring review");
    expect(rowText(visitor, id)).toMatch(/Still locked at \d\d:\d\d UTC/);
  });

  test.each([
    ["by an upstream that tells who holds locks", true],
    ["by one that does not", false],
  ])("stays so on Home, and beside others, while it is held: %s", async (_, isTold) => {
    const { owner, id, visitor } = await lockedRow();
    const other = await createP3M3(owner.client, owner.organizationId);
    await visitor.get(`/assessments/${other}/questions/BM/AM`);
    expect(rowText(visitor, other)).toContain("Locked for editing by another user");
    if (!isTold) withoutLocks(owner.organizationId);
    await visitor.follow("Home");
    for (const each of [id, other]) {
      expect(rowText(visitor, each)).toContain("Locked for editing by another user");
      expect(rowText(visitor, each)).toContain(owner.email);
    }
    expectStatus(await owner.client.delete(`/assessments/${id}/lock`), 204);
    expectStatus(await owner.client.delete(`/assessments/${other}/lock`), 204);
    await visitor.follow("Home");
    if (isTold) {
      // The list says that nobody holds it.
      for (const each of [id, other]) expect(rowText(visitor, each)).not.toContain("Locked");
      expect([rowText(visitor, id).includes("Start"), visitor.cookie("locked")]).toEqual([true, undefined]);
      return;
    }
    // What the list does not say stays as it was found, until Retry finds it free.
    expect(rowText(visitor, id)).toContain("Locked for editing by another user");
    const [retry] = visitor.document.querySelectorAll(`#assessment-${id} a`).filter((link) => link.text.includes("Retry"));
    await visitor.get(retry?.getAttribute("href") ?? "");
    expect(rowText(visitor, id)).not.toContain("Locked");
    expect(rowText(visitor, other)).toContain("Locked for editing by another user");
    // A user who gets the lock has no need to ask.
    await visitor.get(`/assessments/${other}/questions/BM/AM`);
    await visitor.follow("Home");
    expect(rowText(visitor, other)).not.toContain("Locked");
    expect(visitor.cookie("locked")).toBeUndefined();
  });

  test("is known before it is tried, where the upstream tells who holds locks", async () => {
    const team = `Team ${randomUUID()}`;
    const owner = await atHome(app, { team });
    const id = await createP3M3(owner.client, owner.organizationId);
    const { visitor } = await person(app, { team });
    await visitor.get(`/?organization=${owner.organizationId}`);
    expect(rowText(visitor, id)).toMatch(new RegExp(`Locked for editing by another user ${owner.email}, since \\d\\d:\\d\\d UTC`));
    expect(rowText(visitor, id)).toContain("Ask to take over");
    withoutLocks(owner.organizationId);
    await visitor.get(`/?organization=${owner.organizationId}`);
    expect(rowText(visitor, id)).not.toContain("Locked");
    expect(rowText(visitor, id)).toContain("Start");
  });

  test("cannot be archived, and says so", async () => {
    const { owner, id, visitor } = await lockedRow();
    await visitor.post(`/?index&organization=${owner.organizationId}`, { command: "archive", assessment: String(id) });
    expect(rowText(visitor, id)).toContain("Locked for editing by another user");
  });

  test("one's own lock is none", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    const id = await createP3M3(client, organizationId);
    await visitor.get(`/?organization=${organizationId}&locked=${id}`);
    expect(rowText(visitor, id)).not.toContain("Locked");
  });
});
