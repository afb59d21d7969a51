import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MisbehavingUpstream, startMisbehavingUpstream } from "../tests/support/misbehaving-upstream.ts";
import { forgetSettings, withSettings } from "../tests/support/settings.ts";
import type { RequestContext } from "./services/context.server.ts";

/** The wrappers around loaders and actions, with contexts as they are opened for requests. */
let upstream: MisbehavingUpstream;
let answers: typeof import("./with-user.server.ts");
let faults: typeof import("./services/faults.server.ts");
let client: typeof import("./services/upstream/upstream.server.ts");
let openContext: typeof import("./sessions.server.ts").openContext;

beforeAll(async () => {
  upstream = await startMisbehavingUpstream();
  const settings = {
    NODE_ENV: "production",
    API_URL: upstream.url,
    PUBLIC_URL: "https://assess.example.org",
    HOME_SITE_URL: "https://home.example.org/start",
    CERTIFYING_BODY_URL: "https://body.example.org",
    SESSION_SECRET: "a secret of at least thirty-two characters",
  };
  await withSettings(settings, async () => {
    answers = await import("./with-user.server.ts");
    faults = await import("./services/faults.server.ts");
    client = await import("./services/upstream/upstream.server.ts");
    ({ openContext } = await import("./sessions.server.ts"));
  });
});
afterAll(() => {
  forgetSettings();
  return upstream.stop();
});

const now = () => Math.floor(Date.now() / 1000);
const session = () => ({
  token: "bearer",
  expiry: now() + 1_800,
  renewedAt: now(),
  redirectURI: null,
  user: { email: "robin@example.org", firstName: "Robin" },
  roles: ["P3M3" as const],
  sid: "a session",
  upstreamCookies: {},
});

async function contextOf(request: Request, { isSignedIn = true } = {}): Promise<RequestContext> {
  const { pathname, search } = new URL(request.url);
  const head = { method: request.method, url: pathname + search, headers: { host: "here" }, address: "127.0.0.1", protocol: "https" };
  const context = await openContext(head);
  if (isSignedIn) await context.session.signIn(session());
  return context;
}

/** What a wrapped answer throws for a request. */
async function thrownBy(
  answer: () => unknown,
  {
    request = new Request("https://assess.example.org/somewhere?q=1"),
    isSignedIn = true,
  }: { request?: Request; isSignedIn?: boolean } = {},
) {
  const context = await contextOf(request, { isSignedIn });
  const thrown = await answers
    .withUser(answer)({ request, params: {}, context })
    .then(
      () => undefined,
      (error) => error,
    );
  return { thrown, context };
}

const posted = () =>
  new Request("https://assess.example.org/organization", { method: "POST", body: new URLSearchParams({ name: "Typed for an hour" }) });
const typed = { action: "/organization", fields: [["name", "Typed for an hour"]], texts: [], answers: [], more: 0 };

describe("what services throw becomes a page with its status", () => {
  test.each<[string, () => Error, number, object | null]>([
    ["something that is not there", () => new faults.NotFound(), 404, null],
    ["what no page of ours sends", () => new faults.BadRequest(), 400, null],
    ["an assessment that is gone", () => failed("assessment", 404), 404, { title: "Assessment not found." }],
    [
      "an assessment that is somebody else's",
      () => failed("assessment", 403),
      403,
      { title: "Sorry, access denied.", next: { href: "/", label: "Go to the home screen" } },
    ],
    ["an upstream that failed", () => failed("result", 500), 502, { title: "Sorry, something went wrong..." }],
    [
      "an upstream that gave up waiting: a browser would send 408 again",
      () => failed("assessment", 408),
      502,
      { title: "Sorry, something went wrong..." },
    ],
    ["an upstream that cannot be reached", () => failed("result", "unreachable"), 503, { title: "Sorry, something went wrong..." }],
    [
      "an answer that cannot be used",
      () => failed("dashboard", "malformed"),
      502,
      { next: { href: "/", label: "Go to the home screen" }, mayRetry: true },
    ],
    [
      "a call that failed outside of any load",
      () => new client.UpstreamFault(500, "GET /x"),
      502,
      { title: "Sorry, something went wrong..." },
    ],
    ["a session that is over", () => new client.SessionOver("GET /x"), 401, { logOut: true }],
  ])("%s", async (_, error, status, page) => {
    const { thrown } = await thrownBy(() => Promise.reject(error()));
    expect(thrown.init).toEqual({ status });
    if (page) expect(thrown.data).toMatchObject(page);
    else expect(thrown.data).toBeNull();
  });

  test("what is elsewhere is led to", async () => {
    const { thrown } = await thrownBy(() => Promise.reject(new faults.Redirect("/assessments/1/summary")));
    expect([thrown.status, thrown.headers.get("Location")]).toEqual([302, "/assessments/1/summary"]);
  });

  test("an error of the program stays what it is", async () => {
    const error = new TypeError("A mistake.");
    expect((await thrownBy(() => Promise.reject(error))).thrown).toBe(error);
  });

  const failed = (
    subject: import("./services/faults.server.ts").Subject,
    status: import("./services/upstream/upstream.server.ts").FailureStatus,
  ) => new faults.LoadFailure(subject, new client.UpstreamFault(status, "GET /x"));
});

describe("what was typed is given back", () => {
  test("when the session turns out to be over while a form is being saved", async () => {
    const over = () => Promise.reject(new client.SessionOver("PUT /x"));
    const { thrown } = await thrownBy(over, { request: posted() });
    expect([thrown.init, thrown.data]).toEqual([{ status: 401 }, { lateForm: typed }]);
  });

  test("when a form comes after the session has ended", async () => {
    const { thrown } = await thrownBy(() => null, { request: posted(), isSignedIn: false });
    expect([thrown.init, thrown.data]).toEqual([{ status: 401 }, { lateForm: typed }]);
  });

  test.each([
    ["failed", 500, 502],
    ["was too much within a minute", 429, 429],
  ])("when the page cannot be loaded again after a save that %s", async (_, status, expected) => {
    const request = posted();
    const context = await contextOf(request);
    const failing = answers.withUser(async ({ request, context }) => {
      context.unsavedForm.keep(await request.formData());
      throw new faults.LoadFailure("assessment", new client.UpstreamFault(status, "GET /x"));
    });
    const thrown = await failing({ request, params: {}, context }).catch((error) => error);
    expect([thrown.init, thrown.data.kept]).toEqual([{ status: expected }, typed]);
  });
});

test("who is not signed in is led to sign in, and afterwards to the page that was asked for", async () => {
  const { thrown, context } = await thrownBy(() => null, { isSignedIn: false });
  expect([thrown.status, thrown.headers.get("Location")]).toEqual([302, "/redirect"]);
  expect(context.session.takeNext()).toBe("/somewhere?q=1");
});

test("an answer gets the user that the session is of", async () => {
  const request = new Request("https://assess.example.org/");
  const answer = answers.withUser(({ context }) => context.user);
  expect(await answer({ request, params: {}, context: await contextOf(request) })).toEqual({
    email: "robin@example.org",
    firstName: "Robin",
    roles: ["P3M3"],
  });
});
