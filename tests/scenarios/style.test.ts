/** The house style of a team, as a browser without script sees it (docs/rules/house-style.md). */
import { strFromU8, unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { LOGO_SIZE, styleMessages } from "#model/style.ts";
import { completeP3M3, createOrganization } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import { status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { messagesOf, newAssessor } from "./wizard.ts";

const SCREEN = "/team/style";
const OURS = { name: "Alder & Partners", accent: "#7a1f3d", confidentiality: "For the client only", footer: "12 High Street" };

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#7a1f3d" } });
function upload(visitor: Visitor, bytes: Uint8Array | string) {
  const body = new FormData();
  body.append("intent", "upload");
  body.append("logo", new File([bytes as Uint8Array<ArrayBuffer>], "logo.png"));
  return visitor.post(SCREEN, body);
}
const logoOf = (visitor: Visitor) => visitor.document.querySelector("main img")?.getAttribute("src");

/** Fills the form of the texts in and sends it. */
async function fill(visitor: Visitor, texts: Partial<typeof OURS>) {
  let form = visitor.form("Save house style");
  for (const [label, text] of [
    ["Name of your consultancy (optional)", texts.name],
    ["Accent colour (optional)", texts.accent],
    ["Confidentiality line (optional)", texts.confidentiality],
    ["Footer (optional)", texts.footer],
  ] as const)
    if (text !== undefined) form = form.fill(label, text);
  await form.submit("Save house style");
}

describe("texts and colour", () => {
  test("are stored for the team, and a colleague changes them", async () => {
    const { visitor, team, client } = await newAssessor(app);
    await visitor.follow("House style");
    expect([visitor.url, visitor.text()]).toEqual([SCREEN, expect.stringContaining("There is no logo yet.")]);
    await fill(visitor, OURS);
    expect(visitor.text()).toContain("The house style was saved.");
    expect((await client.get(SCREEN)).body).toMatchObject(OURS);
    const colleague = await newAssessor(app, { team });
    await colleague.visitor.get(SCREEN);
    await fill(colleague.visitor, { footer: "" });
    expect((await client.get(SCREEN)).body).toMatchObject({ ...OURS, footer: null });
  });

  test.each([
    ["navy", styleMessages.color],
    ["#ffff00", styleMessages.contrast],
  ])("with the colour %s are refused next to it, and nothing typed is lost", async (accent, message) => {
    const { visitor, client } = await newAssessor(app);
    await visitor.get(SCREEN);
    await fill(visitor, { ...OURS, accent });
    expect([visitor.status, messagesOf(visitor, "accent")]).toEqual([400, message]);
    expect(visitor.document.querySelector('[name="name"]')?.getAttribute("value")).toBe(OURS.name);
    expect((await client.get(SCREEN)).body.name).toBeNull();
    await fill(visitor, { accent: OURS.accent });
    expect((await client.get(SCREEN)).body).toMatchObject(OURS);
  });

  test("that a colleague changed meanwhile are not overwritten unseen", async () => {
    const { visitor, client } = await newAssessor(app);
    await visitor.get(SCREEN);
    await client.put(SCREEN, { ...OURS, name: "Theirs" });
    await fill(visitor, OURS);
    expect([visitor.status, visitor.text()]).toEqual([409, expect.stringContaining("Name of your consultancy is now ‘Theirs’.")]);
    expect((await client.get(SCREEN)).body.name).toBe("Theirs");
    await visitor.form("Save house style").submit("Save house style");
    expect((await client.get(SCREEN)).body).toMatchObject(OURS);
  });

  test("that a colleague changed elsewhere are taken over, and what both changed alike is not asked for", async () => {
    const { visitor, client } = await newAssessor(app);
    await visitor.get(SCREEN);
    await client.put(SCREEN, { ...OURS, name: null });
    await fill(visitor, { name: OURS.name, accent: OURS.accent });
    expect([visitor.status, visitor.text()]).toEqual([409, expect.stringContaining("Footer is now ‘12 High Street’.")]);
    expect(visitor.text()).not.toContain("Accent colour is now");
    await visitor.form("Save house style").submit("Save house style");
    expect((await client.get(SCREEN)).body).toMatchObject(OURS);
  });

  test("that a colleague changed meanwhile are not overwritten unseen after a mistake either", async () => {
    const { visitor, client } = await newAssessor(app);
    await visitor.get(SCREEN);
    await client.put(SCREEN, { ...OURS, name: "Theirs" });
    await fill(visitor, { ...OURS, accent: "navy" });
    expect(visitor.status).toBe(400);
    await fill(visitor, OURS);
    expect(visitor.status).toBe(409);
    expect((await client.get(SCREEN)).body.name).toBe("Theirs");
  });

  test("survive a fault of the upstream", async () => {
    const { visitor } = await newAssessor(app);
    await visitor.get(SCREEN);
    app.upstream.on("PUT", SCREEN, status(500));
    await fill(visitor, OURS);
    expect([visitor.status, visitor.text()]).toEqual([502, expect.stringContaining("Something went wrong, please try again")]);
    expect(visitor.document.querySelector('[name="footer"]')?.getAttribute("value")).toBe(OURS.footer);
  });
});

const SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><rect width="30" height="20" fill="#7a1f3d"/></svg>';
const svg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="40" height="40">${inner}</svg>`;
const LOGOS: [string, () => Promise<Uint8Array | string>, number[]][] = [
  ["PNG", () => picture(300, 100).png().toBuffer(), [300, 100]],
  ["JPEG that is too large", () => picture(4_800, 800).jpeg().toBuffer(), [LOGO_SIZE.width, 200]],
  ["SVG", async () => SQUARE, [600, 400]],
];

describe("the logo", () => {
  test.each(LOGOS)("is made of a %s, shown, and removed", async (_, bytes, size) => {
    const { visitor } = await newAssessor(app);
    await visitor.get(SCREEN);
    await upload(visitor, await bytes());
    expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("The logo was saved.")]);
    const page = visitor.anotherTab();
    await page.get(logoOf(visitor) ?? "");
    expect([page.status, page.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    const { format, width, height } = await sharp(page.body).metadata();
    expect([format, width, height]).toEqual(["png", ...size]);
    await visitor.form("Remove the logo").submit("Remove the logo");
    expect(visitor.text()).toContain("There is no logo yet.");
  });

  test.each([
    ["no file", new Uint8Array(), "Please choose a picture."],
    ["a text", "Not a picture", "This is no PNG, JPEG or SVG."],
    ["a GIF", "GIF89a\u0001\u0000\u0001\u0000", "This is no PNG, JPEG or SVG."],
    ["half a PNG", Buffer.from("89504e470d0a1a0a0000000d4948445200000100", "hex"), "This picture could not be read."],
    ["a broken SVG", "<svg xmlns='http://www.w3.org/2000/svg'><rect", "This picture could not be read."],
    ["more than 1 MB", new Uint8Array(1_100_000), "This file is larger than 1 MB."],
    [
      "an SVG of many pixels",
      "<svg xmlns='http://www.w3.org/2000/svg' width='90000' height='90000'/>",
      "This picture has more than 25 million",
    ],
    ["an SVG with a pattern", svg('<pattern width="12000" height="12000"/>'), "This SVG holds <pattern>, which no logo needs."],
    ["an SVG with another file", svg('<use x:href="file:///etc/passwd#a"/>'), "This SVG holds a reference to another file,"],
  ])("is not made of %s, which is said next to the field", async (_, bytes, message) => {
    const { visitor } = await newAssessor(app);
    await visitor.get(SCREEN);
    await upload(visitor, bytes);
    expect([visitor.status, messagesOf(visitor, "logo")]).toEqual([400, expect.stringContaining(message)]);
    expect(logoOf(visitor)).toBeUndefined();
  });
});

describe("reports", () => {
  const textOf = (file: ArrayBufferLike, part: RegExp) =>
    Object.entries(unzipSync(new Uint8Array(file)))
      .filter(([name]) => part.test(name))
      .map(([, bytes]) => strFromU8(bytes))
      .join("\n");

  test.each(["docx", "pptx"])("carry it: %s", async (ending) => {
    const { visitor, client } = await newAssessor(app);
    const id = await completeP3M3(client, await createOrganization(client), "FFPNN", { perspectiveIds: [1], threadIds: [10] });
    await visitor.get(`/assessments/${id}/report.${ending}`);
    const before = Object.keys(unzipSync(new Uint8Array(visitor.body.buffer))).filter((name) => name.endsWith(".png")).length;
    await client.put(SCREEN, OURS);
    await upload(visitor, await picture(300, 100).png().toBuffer());
    await visitor.get(`/assessments/${id}/report.${ending}`);
    const all = textOf(visitor.body.buffer, /\.xml$/);
    const texts = ["Alder &amp; Partners", OURS.confidentiality, OURS.footer, "7a1f3d"];
    expect(texts.filter((text) => !all.includes(text))).toEqual([]);
    const after = Object.keys(unzipSync(new Uint8Array(visitor.body.buffer))).filter((name) => name.endsWith(".png")).length;
    expect(after).toBeGreaterThan(before);
  });

  test("are not made without it where it cannot be read", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await completeP3M3(client, await createOrganization(client), "FFPNN", { perspectiveIds: [1], threadIds: [10] });
    app.upstream.on("GET", SCREEN, status(500));
    await visitor.get(`/assessments/${id}/report.docx`);
    expect([visitor.url, visitor.text()]).toEqual([`/assessments/${id}/result`, expect.stringContaining("The report was not prepared.")]);
  });

  test("keep nobody from reading the result where the style cannot be read", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await completeP3M3(client, await createOrganization(client), "FFPNN", { perspectiveIds: [1], threadIds: [10] });
    app.upstream.on("GET", SCREEN, status(500));
    await visitor.get(`/assessments/${id}/result`);
    expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("Benefits management")]);
    expect(visitor.document.querySelector("[data-house-style]")).toBeNull();
  });

  test("and printed results carry it, the screen does not", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await completeP3M3(client, await createOrganization(client), "FFPNN", { perspectiveIds: [1], threadIds: [10] });
    await client.put(SCREEN, OURS);
    await visitor.get(`/assessments/${id}/result`);
    expect(visitor.document.querySelector("[data-house-style]")?.text).toContain(OURS.confidentiality);
  });
});

test("images have its colour, and are drawn without it where it cannot be read", async () => {
  const { visitor, client } = await newAssessor(app);
  await client.put(SCREEN, OURS);
  const id = await completeP3M3(client, await createOrganization(client), "FFPNN", { perspectiveIds: [1, 4, 6], threadIds: [10] });
  const image = `/assessments/${id}/result/images/overall-scores.svg?benchmark=off`;
  await visitor.get(image);
  const drawn = Buffer.from(visitor.body).toString();
  expect([visitor.status, drawn.slice(0, 4), drawn.includes(OURS.accent)]).toEqual([200, "<svg", true]);
  app.upstream.on("GET", SCREEN, status(500));
  await visitor.get(image);
  expect([visitor.status, Buffer.from(visitor.body).toString().includes(OURS.accent)]).toEqual([200, false]);
});

test("there is no such screen, and no link to it, where the upstream keeps no house style", async () => {
  const bare = await sharedAppWithoutExtensions();
  const { visitor } = await newAssessor(bare);
  expect(visitor.text()).not.toContain("House style");
  await visitor.get(SCREEN);
  expect(visitor.status).toBe(404);
  await bare.stop();
});
