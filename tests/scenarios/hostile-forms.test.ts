/** Forms that no page of the site sends: turned away before they cost anything, and never given back in multiples. */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Visitor } from "../support/form-driver.ts";
import { CLICK, cookiesOf, HOME_AT_FIRST, type RawRequest, raw } from "../support/raw.ts";
import { type App, startApp } from "../support/server.ts";

const MB = 1024 * 1024;
const FORM = "application/x-www-form-urlencoded";

let app: App;
let session: string;
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: "1" } });
  session = cookiesOf(await raw(app.url, new URL(await app.entryLink("kim@example.org")).pathname, { headers: CLICK }));
});
afterAll(() => app.stop());

interface Sender {
  /** The address that the proxy names. */
  from?: string;
  signedIn?: boolean;
  type?: string;
}

let addresses = 0;
const someAddress = () => `198.51.100.${++addresses}`;

/** A body as it is, from an address that has sent nothing before unless one is named. */
function posted(body: string, { from = someAddress(), signedIn = false, type = FORM }: Sender = {}): RawRequest {
  const headers = { Origin: app.url, "X-Forwarded-For": from, "Content-Type": type, "Content-Length": String(Buffer.byteLength(body)) };
  return { method: "POST", headers: { ...headers, ...(signedIn ? { Cookie: session } : {}) }, body };
}
const post = (path: string, body: string, sender?: Sender) => raw(app.url, path, posted(body, sender));

describe("a form that no page sends", () => {
  const bodies: [what: string, status: number, body: string, type?: string][] = [
    ["half a million fields", 413, "secret&".repeat(140_000)],
    ["fields and more fields", 413, "secret=1&".repeat(1_001)],
    ["a long name", 413, `secret${"x".repeat(300)}=1`],
    ["a megabyte of spaces", 413, `secret=${"+".repeat(MB - 100)}`],
    ["places that nobody needs", 413, "secret[999]=1&a[999]=1&b[999]=1"],
    ["a bottomless name", 413, `secret${".a".repeat(90)}=1`],
    ["a place far away", 400, "secret[99999999]=1"],
    ["a name that all objects have", 400, "secret=1&__proto__.x=1"],
    ["no name of a field", 400, "secret[x]=1"],
    ["bare marks", 400, `secret="<'>`],
    ["JSON", 415, '{"secret":1}', "application/json"],
    [
      "parts with files",
      415,
      '--x\r\nContent-Disposition: form-data; name="secret"\r\n\r\n1\r\n--x--\r\n',
      "multipart/form-data; boundary=x",
    ],
    ["text", 415, "secret=1", "text/plain"],
  ];
  const places = [
    "/organization",
    "/organization.data",
    "/",
    "/session",
    "/sign-out",
    "/demo",
    "/assessments/1/lock/release",
    "/assessments/1/questions/BM/AM/save",
    "/assessments/1/profile.data",
    "/itil/assessments/1/summary",
    "/nowhere",
  ];

  test.each(bodies)("%s: is answered with %i in words, wherever it is sent", async (_what, status, body, type) => {
    for (const path of places)
      for (const signedIn of [false, true]) {
        const answer = await post(path, body, { signedIn, ...(type ? { type } : {}) });
        expect([path, signedIn, answer.status]).toEqual([path, signedIn, status]);
        expect(answer.body).toMatch(/<h1>This (form could not be read|is more than a form can hold)<\/h1><p>[^<]*Nothing was changed/);
        expect(answer.body).not.toContain("secret");
        expect(answer.body.length).toBeLessThan(2_000);
        expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
      }
  });

  test("is a form without fields where nothing is sent at all", async () => {
    const nothing = { method: "POST", headers: { Origin: app.url, Cookie: session } };
    expect((await raw(app.url, "/organization", nothing)).status).toBe(400);
    expect((await raw(app.url, "/session", nothing)).status).toBe(200);
  });

  test("is no fault when it breaks off", async () => {
    const { hostname, port } = new URL(app.url);
    await new Promise<void>((resolve) => {
      const head = `POST /organization HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${app.url}\r\nContent-Type: ${FORM}\r\nX-Request-Id: broken-off\r\n`;
      const socket = connect(Number(port), hostname, () => socket.write(`${head}Content-Length: 100\r\n\r\nname=x`, () => socket.end()));
      socket.on("close", () => resolve()).resume();
    });
    expect((await raw(app.url, "/health")).status).toBe(200);
    expect(app.output()).not.toContain('"request failed"');
  });
});

describe("a form with a file", () => {
  test("that belongs to no field, as curl sends it, is answered in words", async () => {
    const body = '--x\r\nContent-Disposition: form-data; filename="secret.txt"\r\nContent-Type: text/plain\r\n\r\nhi\r\n--x--\r\n';
    for (const path of ["/assessments/1/import", "/team/style"])
      for (const signedIn of [false, true]) {
        const answer = await post(path, body, { signedIn, type: "multipart/form-data; boundary=x" });
        expect([path, signedIn, answer.status, answer.body]).toEqual([path, signedIn, 400, expect.not.stringContaining("secret")]);
      }
    expect(app.output()).not.toContain('"request failed"');
  });
});

describe("an address", () => {
  test("without end is answered in words", async () => {
    for (const path of ["/organization", "/organization.data", "/nowhere", "/entry/x"]) {
      const answer = await raw(app.url, `${path}?${"secret&".repeat(2_000)}`);
      expect([path, answer.status]).toEqual([path, 414]);
      expect(answer.body).toContain("This address is too long");
      expect(answer.body).not.toContain("secret");
    }
  });
});

/** Words that would be repeated for a thousand fields. */
function forgedWords() {
  const names = Array.from({ length: 900 }, (_, index) => `n${index}`);
  const words = JSON.stringify([{ ask: Object.fromEntries(names.map((name) => [name, "'"])), values: { 1: "'".repeat(100_000) } }]);
  return new URLSearchParams([["words", words], ...names.map((name) => [name, "1"])]).toString();
}

describe("a form that comes after the session has ended", () => {
  test("is given back once, with all that was typed", async () => {
    const guest = new Visitor(app.url);
    const note = `What "they" said <b>&</b> it's\nmore ${"x".repeat(100)}`;
    await guest.post("/assessments/1/questions/BM/AM", { note, base: "FFNNN", go: "" }, { "X-Forwarded-For": someAddress() });
    expect([guest.status, guest.title]).toEqual([401, "Sorry, your credentials has expired. | Maturity Assessment Tool"]);
    const html = new TextDecoder().decode(guest.body);
    expect(html.split("x".repeat(100))).toHaveLength(2);
    expect(html.split("FFNNN")).toHaveLength(2);
  });

  test.each<[what: string, body: string]>([
    ["quotation marks", `note=${"%22".repeat(340_000)}`],
    ["apostrophes in many fields", Array.from({ length: 1000 }, (_, index) => `n${index}=${"%27".repeat(300)}`).join("&")],
    ["brackets", `note=${"%3C".repeat(340_000)}`],
    ["control characters", `note=${"%01".repeat(340_000)}`],
    ["line ends", `note=${"%0D%0A".repeat(170_000)}`],
    ["plain text", `note=${"x".repeat(MB - 10)}`],
    ["ampersands in short fields", Array.from({ length: 1000 }, (_, index) => `n${index}=${"%26".repeat(60)}`).join("&")],
    ["long names", Array.from({ length: 1000 }, (_, index) => `${"n".repeat(195)}${index}=x`).join("&")],
    ["a thousand of the smallest fields", "a&".repeat(1000)],
    ["a thousand of the smallest text areas", "a=%0A&".repeat(1000)],
    ["forged words", forgedWords()],
  ])("%s: weighs at most three times what was sent, and the frame of a page", async (_what, body) => {
    for (const path of ["/organization", "/organization.data"]) {
      const answer = await post(path, body);
      expect(answer.status).toBe(401);
      expect(Buffer.byteLength(answer.body)).toBeLessThan(3 * body.length + 200_000);
    }
  });
});

describe("forms without a session", () => {
  test("wait and are then turned away where too many come from one address, and hinder nobody else", async () => {
    const from = "203.0.113.7";
    const answers = await Promise.all(Array.from({ length: 130 }, () => post("/organization", "name=x", { from })));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(120);
    expect(refused).toHaveLength(10);
    for (const { headers, body } of refused) {
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
      expect(body).toContain("Too many forms at once");
    }
    // The same office: users who are signed in, sign in or only read are not counted.
    const colleague = await Promise.all(Array.from({ length: 20 }, () => post("/session", "at=/", { from, signedIn: true })));
    expect(new Set(colleague.map(({ status }) => status))).toEqual(new Set([200]));
    const headers = { "X-Forwarded-For": from };
    const link = new URL(await app.entryLink("lee@example.org")).pathname;
    expect((await raw(app.url, link, { headers: { ...CLICK, ...headers } })).headers.location).toMatch(HOME_AT_FIRST);
    expect((await raw(app.url, "/demo", { headers })).status).toBe(200);
    expect((await post("/organization", "name=x", { from: "203.0.113.8" })).status).toBe(401);
  });
});
