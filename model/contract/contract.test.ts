import { describe, expect, it } from "vitest";
import { NOTE_MAX } from "../note.ts";
import { NAME_MAX, textMessages } from "../text.ts";
import { assessmentForm, assessmentOfEither, assessmentUpdate, groups, heldLock, lock, status } from "./assessments.ts";
import { created, id, requiredText } from "./common.ts";
import { history, historyEntry } from "./history.ts";
import { itilCapabilityAnswers } from "./itil.ts";
import { organizationForm, organizations } from "./organizations.ts";
import { outboxEntry } from "./outbox.ts";
import { noteBody, p3m3Answers, p3m3Progress } from "./p3m3.ts";
import { invitation, peopleHistoryEntry, person } from "./people.ts";
import { me } from "./permissions.ts";
import { refreshedSession, session } from "./session.ts";
import { voice, voiceSheet } from "./voices.ts";

const messages = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message) ?? [];

describe("what the client accepts from an upstream", () => {
  it("reads Draft as Drafted", () => {
    expect(status.parse("Draft")).toBe("Drafted");
    expect(status.parse("Drafted")).toBe("Drafted");
    expect(status.safeParse("Deleted").success).toBe(false);
  });

  it("finds the id of something created in both places", () => {
    expect(created.parse({ id: 7 })).toEqual({ id: 7 });
    expect(created.parse({ data: { id: "a-7" } })).toEqual({ id: "a-7" });
    expect(created.safeParse({}).success).toBe(false);
  });

  it.each([
    ["who holds a lock", lock.shape.lockedBy],
    ["who may be asked for it", heldLock.shape.holder.shape.name],
    ["who created an assessment", assessmentOfEither.shape.createdBy],
    ["who is in the history", historyEntry.shape.by],
    ["whom the history can be narrowed to", history.shape.people.element],
    ["who leads a team", me.shape.leads.element.shape.email],
    ["who is signed in", session.shape.user.shape.email],
    ["who is in a team", person.shape.email],
    ["who is invited", invitation.shape.email],
    ["whom a team's history is about", peopleHistoryEntry.shape.about],
    ["who asked for a certificate", outboxEntry.shape.requestedBy],
    ["a voice", voice.shape.email],
    ["who asks a voice", voiceSheet.shape.askedBy.unwrap().shape.email],
  ])("reads an address with an international domain as people write it: %s", (_, schema) => {
    expect(schema.parse("joerg@xn--mller-kva.example")).toBe("joerg@müller.example");
    expect(schema.parse("removed person 5")).toBe("removed person 5");
  });

  it("takes ids as numbers or text, but not empty or negative ones", () => {
    expect(id.parse("0f3c")).toBe("0f3c");
    for (const bad of ["", 0, -1, 1.5, null]) expect(id.safeParse(bad).success).toBe(false);
  });

  it("leaves out fields that it does not know", () => {
    expect(session.parse({ token: "t", user: { email: "a@b.example" }, roles: ["P3M3"], tenant: 4 })).toEqual({
      token: "t",
      user: { email: "a@b.example" },
      roles: ["P3M3"],
    });
  });

  it("lets a refreshed session come without roles", () => {
    const refreshed = { token: "t", user: { email: "a@b.example" } };
    expect(session.safeParse(refreshed).success).toBe(false);
    expect(refreshedSession.safeParse(refreshed).success).toBe(true);
  });

  it("does without the other users' organisations", () => {
    expect(organizations.parse({ myOrgnizations: [] })).toEqual({ myOrgnizations: [] });
  });

  it("needs all five groups of assessments", () => {
    expect(groups.safeParse({ created: [], active: [], drafted: [], completed: [] }).success).toBe(false);
  });

  it("works without the ids and codes that are extras of progress", () => {
    const thread = { name: "Planning", score: 3, answered: true, started: true, descoped: false };
    const perspective = { id: 1, name: "Benefits management", currentScore: 3, answeredThreads: 1, totalThreads: 1, threads: [thread] };
    expect(p3m3Progress.safeParse({ currentOverallScore: 3, maturityScore: 3, perspectivesProgress: [perspective] }).success).toBe(true);
  });
});

describe("what the reference API accepts", () => {
  it("trims names and bounds them", () => {
    const name = requiredText(NAME_MAX);
    expect(name.parse("  Acme  ")).toBe("Acme");
    expect(name.parse(` ${"a".repeat(NAME_MAX)} `)).toHaveLength(NAME_MAX);
    expect(name.parse("😀".repeat(NAME_MAX))).toBe("😀".repeat(NAME_MAX));
    expect(messages(name.safeParse("   "))).toEqual([textMessages.required]);
    expect(messages(name.safeParse("a".repeat(NAME_MAX + 1)))).toEqual([textMessages.tooLong(NAME_MAX)]);
    expect(messages(name.safeParse("a\u0000b"))).toEqual([textMessages.control]);
    expect(messages(name.safeParse(undefined))).toEqual([textMessages.required]);
    expect(messages(name.safeParse(5))).toEqual([textMessages.wrongType("text")]);
  });

  it("takes notes as they are, counted as people count", () => {
    expect(noteBody.parse("  indented\n")).toBe("  indented\n");
    expect(noteBody.parse("")).toBe("");
    expect(noteBody.safeParse("😀".repeat(NOTE_MAX)).success).toBe(true);
    expect(messages(noteBody.safeParse("a".repeat(NOTE_MAX + 1)))).toEqual([textMessages.tooLong(NOTE_MAX)]);
    expect(messages(noteBody.safeParse("\u0007"))).toEqual([textMessages.control]);
  });

  it("stores an empty business unit as none", () => {
    const ref = { id: 1, name: "One" };
    const form = { name: "Acme", benchmarkConsent: false, country: ref, industry: ref, size: ref };
    expect(organizationForm.parse({ ...form, businessUnit: " " }).businessUnit).toBeNull();
    expect(organizationForm.parse({ ...form, businessUnit: null }).businessUnit).toBeNull();
    expect(organizationForm.parse(form)).not.toHaveProperty("businessUnit");
    expect(organizationForm.parse({ ...form, businessUnit: " Sales " }).businessUnit).toBe("Sales");
  });

  it("wants all five answers of a thread and at least one of a practice", () => {
    const answer = { questionId: 1, selection: "Fully", score: 1 };
    expect(p3m3Answers.safeParse(Array(5).fill(answer)).success).toBe(true);
    for (const count of [0, 4, 6]) expect(p3m3Answers.safeParse(Array(count).fill(answer)).success).toBe(false);
    expect(itilCapabilityAnswers.safeParse([]).success).toBe(false);
  });

  it("needs only the type and the name to update an assessment", () => {
    expect(assessmentUpdate.parse({ assessmentType: "P3M3", name: "A" })).toEqual({ assessmentType: "P3M3", name: "A" });
    expect(assessmentUpdate.parse({ assessmentType: "ITIL", name: "A", endorsed: true })).toMatchObject({ endorsed: true });
    expect(assessmentUpdate.safeParse({ assessmentType: "CMMI", name: "A" }).success).toBe(false);
    expect(assessmentUpdate.safeParse({ assessmentType: "P3M3" }).success).toBe(false);
    expect(assessmentForm.safeParse({ assessmentType: "P3M3", name: "A" }).success).toBe(false);
  });
});
