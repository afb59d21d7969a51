/** Descoping a thread in all perspectives with one question, and bringing it back (docs/rules/descoping.md#in-all-perspectives). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectStatus } from "../contract/scenario.ts";
import { json, loseAnswer, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { join, type P3m3Scene, perspectiveId, start, textsOf, threadId } from "./questions.ts";

const PERSPECTIVES = ["MC", "BM", "RK"];
const ALL = "In all 3 perspectives of this assessment";
const PL = threadId("PL");
const CALL = (id: number, perspective: string, intent = "descope") => `/assessments/${id}/${perspectiveId(perspective)}/${PL}/${intent}`;

/** What is stored of the thread in each perspective: its letters, or why it is descoped. */
async function stored({ client, id }: P3m3Scene): Promise<string[]> {
  const { perspectivesProgress } = expectStatus(await client.get(`/assessments/${id}/progress`), 200).body;
  return Promise.all(
    PERSPECTIVES.map(async (code) => {
      const group = perspectivesProgress.find((each: { id: number }) => each.id === perspectiveId(code));
      const { descoped } = group.threads.find((each: { code: string }) => each.code === "PL");
      const questions = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=${perspectiveId(code)}&t=${PL}`), 200).body;
      const letters = questions.map(({ answer }: { answer: { selection: string } | null }) => (answer?.selection ?? "N/A").charAt(0));
      return descoped ? `descoped: ${questions[0].reason ?? ""}` : letters.join("");
    }),
  );
}

const open = (scene: P3m3Scene, perspective = "MC") => scene.visitor.get(`${scene.at(perspective, "PL")}?confirm=descope`);
const dialog = ({ visitor }: P3m3Scene) => textsOf(visitor, "dialog").join(" ");

describe("with the extensions", () => {
  let app: AppWithFaults;
  beforeAll(async () => {
    app = await sharedAppWithFaults();
  });
  afterEach(() => app.upstream.reset());
  afterAll(() => app.stop());

  const begin = () => start(app, { perspectives: PERSPECTIVES });

  test("one question names what is lost, stores the reason with each, keeps notes, and says what was done", async () => {
    const scene = await begin();
    const { visitor, note } = scene;
    await scene.store("RK", "PL", "FFPNN");
    await scene.writeNote("RK", "PL", "Keep me");
    await open(scene);
    expect(dialog(scene)).toContain("Descoping this thread means you will lose any answers related to it.");
    expect(dialog(scene)).toContain("You also lose the answers in Risk management. Diagnostics are cleared too, and notes are kept.");
    await visitor
      .form("Descope Thread")
      .choose("Where to descope it", ALL)
      .fill("Reason for descoping", "Bought in")
      .submit("Descope Thread");
    expect(textsOf(visitor, "dialog h2")).toEqual(["The thread was descoped in 3 perspectives."]);
    expect(await stored(scene)).toEqual(Array(3).fill("descoped: Bought in"));
    expect(await note("RK", "PL")).toBe("Keep me");
    await visitor.get(`/assessments/${scene.id}/history`);
    expect(visitor.text()).toContain("Planning: descoped in Benefits management, Management control and Risk management");
    expect(visitor.text()).toContain("3 perspectives");
    await visitor.follow("Put back: Risk management / Planning: descoped");
    expect(textsOf(visitor, "dialog").join(" ")).toContain("Bring it back into scope first");
  });

  test("it asks for this perspective unless all are chosen", async () => {
    const scene = await begin();
    await open(scene);
    await scene.visitor.form("Descope Thread").submit("Descope Thread");
    expect(await stored(scene)).toEqual(["descoped: ", "NNNNN", "NNNNN"]);
    await open(scene, "RK");
    expect(dialog(scene)).toContain("It is already descoped in Management control.");
  });

  test("a perspective that it is the last thread of keeps it, which question and message say", async () => {
    const scene = await start(app, { perspectives: PERSPECTIVES, threads: ["AM", "PL"] });
    await scene.descope("BM", "AM");
    await open(scene);
    const why =
      "It stays in scope in Benefits management: this is the last thread of its perspective and cannot be descoped. Rescope another thread first, or take the perspective out of scope.";
    expect(dialog(scene)).toContain(why);
    await scene.visitor.form("Descope Thread").choose("Where to descope it", ALL).submit("Descope Thread");
    expect(textsOf(scene.visitor, "dialog h2")).toEqual(["The thread was descoped in 2 perspectives."]);
    expect(dialog(scene)).toContain(why);
    expect(await stored(scene)).toEqual(["descoped: ", "NNNNN", "descoped: "]);
  });

  test("it comes back everywhere in the same way", async () => {
    const scene = await begin();
    for (const code of ["MC", "RK"]) await scene.descope(code, "PL");
    await scene.visitor.get(scene.at("MC", "PL"));
    expect(scene.visitor.text()).toContain("It is also descoped in Risk management. The reasons given there go.");
    await scene.visitor.form("Rescope thread").choose("Where to bring it back", ALL).submit("Rescope thread");
    expect(textsOf(scene.visitor, "dialog h2")).toEqual(["The thread is back in scope in 2 perspectives."]);
    expect(await stored(scene)).toEqual(Array(3).fill("NNNNN"));
  });

  test("what fails half way says what was done and what was not, and a repeat finishes it", async () => {
    const scene = await begin();
    const { visitor, id } = scene;
    await scene.store("MC", "PL", "FFPNN");
    await scene.store("RK", "PL", "FFPNN");
    await open(scene);
    app.upstream.on("POST", CALL(id, "RK"), status(500));
    const form = visitor.form("Descope Thread").choose("Where to descope it", ALL).fill("Reason for descoping", "Bought in");
    await form.submit("Descope Thread");
    expect(visitor.status).toBe(502);
    expect(dialog(scene)).toContain("The thread was descoped in Benefits management.");
    expect(dialog(scene)).toContain("It was not descoped in Risk management and Management control, where everything is as it was.");
    expect(await stored(scene)).toEqual(["FFPNN", "descoped: Bought in", "FFPNN"]);
    app.upstream.reset();
    // The form still holds what was chosen and typed.
    await visitor.form("Descope Thread").submit("Descope Thread");
    expect(textsOf(visitor, "dialog h2")).toEqual(["The thread was descoped in 2 perspectives."]);
    expect(await stored(scene)).toEqual(Array(3).fill("descoped: Bought in"));
  });

  test("bringing it back half way says so too, and a repeat finishes it", async () => {
    const scene = await begin();
    const { visitor, id } = scene;
    for (const code of PERSPECTIVES) await scene.descope(code, "PL");
    await visitor.get(scene.at("MC", "PL"));
    app.upstream.on("POST", CALL(id, "RK", "rescope"), status(500));
    await visitor.form("Rescope thread").choose("Where to bring it back", ALL).submit("Rescope thread");
    expect(visitor.status).toBe(502);
    expect(dialog(scene)).toContain("The thread was brought back in Benefits management.");
    expect(dialog(scene)).toContain("It was not brought back in Risk management and Management control");
    app.upstream.reset();
    await visitor.form("Rescope thread").submit("Rescope thread");
    expect(await stored(scene)).toEqual(Array(3).fill("NNNNN"));
  });

  test("a lost answer counts by what was done", async () => {
    const scene = await begin();
    const { visitor, id } = scene;
    await open(scene);
    app.upstream.on("POST", CALL(id, "BM"), loseAnswer());
    await visitor.form("Descope Thread").choose("Where to descope it", ALL).submit("Descope Thread");
    expect(textsOf(visitor, "dialog h2")).toEqual(["The thread was descoped in 3 perspectives."]);
    expect(await stored(scene)).toEqual(Array(3).fill("descoped: "));
  });

  test("what the upstream refuses in one perspective is done in the others", async () => {
    const scene = await begin();
    await open(scene);
    app.upstream.on("POST", CALL(scene.id, "BM"), json({ title: "This thread is frozen.", status: 422 }, 422));
    await scene.visitor.form("Descope Thread").choose("Where to descope it", ALL).submit("Descope Thread");
    expect(textsOf(scene.visitor, "dialog h2")).toEqual(["The thread was descoped in 2 perspectives."]);
    expect(dialog(scene)).toContain("It stays in scope in Benefits management: this thread is frozen.");
    expect(await stored(scene)).toEqual(["descoped: ", "NNNNN", "descoped: "]);
  });

  test("answers that came after the question are not lost unseen", async () => {
    const scene = await begin();
    await open(scene);
    const form = scene.visitor.form("Descope Thread").choose("Where to descope it", ALL).fill("Reason for descoping", "Bought in");
    await scene.store("RK", "PL", "FFPNN");
    await form.submit("Descope Thread");
    expect(scene.visitor.status).toBe(400);
    expect(textsOf(scene.visitor, "dialog h2")).toEqual(["Are you sure?"]);
    expect(dialog(scene)).toContain("There are answers in Risk management by now, which you were not asked about.");
    expect(dialog(scene)).toContain("You also lose the answers in Risk management.");
    expect(await stored(scene)).toEqual(["NNNNN", "NNNNN", "FFPNN"]);
    await scene.visitor.form("Descope Thread").submit("Descope Thread");
    expect(await stored(scene)).toEqual(Array(3).fill("descoped: Bought in"));
  });

  test("nothing is done while another user holds the lock, and the page says who", async () => {
    const scene = await begin();
    await open(scene);
    const other = await join(app, scene);
    const form = scene.visitor.form("Descope Thread").choose("Where to descope it", ALL).fill("Reason for descoping", "Bought in");
    await scene.client.delete(`/assessments/${scene.id}/lock`);
    expectStatus(await other.client.post(`/assessments/${scene.id}/lock`), 200);
    await form.submit("Descope Thread");
    expect(scene.visitor.status).toBe(409);
    expect(dialog(scene)).toContain("Locked for editing by another user");
    expect(scene.visitor.document.querySelector("#descope-reason")?.text).toBe("Bought in");
    expect(await stored(scene)).toEqual(Array(3).fill("NNNNN"));
  });
});

describe("without the extensions", () => {
  let app: AppWithFaults;
  beforeAll(async () => {
    app = await sharedAppWithoutExtensions();
  });
  afterAll(() => app.stop());

  test("a thread is descoped everywhere and brought back by the calls that every upstream has", async () => {
    const scene = await start(app, { perspectives: PERSPECTIVES });
    await open(scene);
    await scene.visitor.form("Descope Thread").choose("Where to descope it", ALL).submit("Descope Thread");
    expect(await stored(scene)).toEqual(Array(3).fill("descoped: "));
    await scene.visitor.get(scene.at("MC", "PL"));
    await scene.visitor.form("Rescope thread").choose("Where to bring it back", ALL).submit("Rescope thread");
    expect(await stored(scene)).toEqual(Array(3).fill("NNNNN"));
  });

  test("nobody is asked where, if there is one perspective", async () => {
    const scene = await start(app, { perspectives: ["MC"] });
    await open(scene);
    expect(scene.visitor.document.querySelector("dialog [name=where]")).toBeNull();
  });
});
