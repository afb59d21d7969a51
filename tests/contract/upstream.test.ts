import { describe, expect, it } from "vitest";
import { Client, MAIL, type TestApi } from "../support/api.ts";
import { CHECKS, holdAgainstContract } from "../support/contract-checks.ts";
import { onEachDatabase, onOneDatabase } from "./databases.ts";

type Fetch = (request: Request) => Response | Promise<Response>;

class FirstFault extends Error {}

/** The faults that the suite finds, up to the first of a check that is looked for. */
async function faultsOf(api: TestApi, fetch: Fetch, check?: RegExp): Promise<string[]> {
  const { token } = await api.signIn({ email: "contract@upstream.example" });
  const faults: string[] = [];
  const report = (name: string, fault: Error | undefined) => {
    if (!fault) return;
    faults.push(`${name}: ${fault.message}`);
    if (check?.test(name)) throw new FirstFault();
  };
  await holdAgainstContract({ client: new Client(fetch, token), anonymous: new Client(fetch) }, report).catch((error) => {
    if (!(error instanceof FirstFault)) throw error;
  });
  return faults;
}

describe("the suite for any upstream", () => {
  onEachDatabase(
    (api) => {
      it("finds nothing wrong with the reference API", async () => {
        expect(await faultsOf(api(), api().fetch)).toEqual([]);
      });
    },
    { mail: MAIL },
  );

  const refusedKeys = new Set<string | null>();
  /** Upstreams that break the contract in one point, and the check that has to find it. */
  const MUTANTS: [what: string, check: RegExp, change: (request: Request, answer: Response) => Promise<Response>][] = [
    [
      "lets anybody in",
      /refuses calls without a token/,
      async (request, answer) => (request.headers.has("Authorization") ? answer : Response.json({ myOrgnizations: [] })),
    ],
    [
      "spells a key of the list in its own way",
      /creates an organization/,
      async (request, answer) =>
        /\/organizations$/.test(request.url) && request.method === "GET" ? Response.json({ myOrganizations: [] }) : answer,
    ],
    [
      "leaves one level out",
      /five statements/,
      async (request, answer) =>
        /\/questions\?p=/.test(request.url) ? Response.json(((await answer.json()) as unknown[]).slice(1)) : answer,
    ],
    [
      "gives a refusal again to the same key",
      /keeps no refusal under an Idempotency-Key/,
      async ({ headers }, answer) => {
        const key = headers.get("Idempotency-Key");
        if (answer.status === 409) refusedKeys.add(key);
        return refusedKeys.has(key) ? Response.json({ title: "Refused before." }, { status: 409 }) : answer;
      },
    ],
    [
      "says nothing of a missing assessment",
      /knows no organization or assessment/,
      async (request, answer) => (/2147483000/.test(request.url) ? Response.json({}) : answer),
    ],
    [
      "has results before the assessment is completed",
      /completes an assessment only/,
      async (request, answer) => (/\/results$/.test(request.url) && answer.status === 404 ? Response.json({}) : answer),
    ],
    [
      "goes on taking the token after log-out",
      /takes no token of a session/,
      async (request, answer) =>
        request.method === "GET" && answer.status === 401 && request.headers.has("Authorization") && /\/organizations$/.test(request.url)
          ? Response.json({ myOrgnizations: [] })
          : answer,
    ],
    [
      "sends HTML where a body is needed",
      /reference lists/,
      async (request, answer) => (/\/sizes$/.test(request.url) ? Response.json("<html>") : answer),
    ],
  ];

  onOneDatabase((api) => {
    it.each(MUTANTS)("finds an upstream that %s", async (_what, check, change) => {
      const faults = await faultsOf(api(), async (request) => change(request.clone() as Request, await api().fetch(request)), check);
      expect(faults.some((fault) => check.test(fault.split(":")[0] ?? ""))).toBe(true);
    });

    it("finds an upstream that does a repeated write twice", async () => {
      const faults = await faultsOf(api(), (request) => {
        const without = new Request(request);
        without.headers.delete("Idempotency-Key");
        return api().fetch(without);
      });
      expect(faults.map((fault) => fault.split(":")[0])).toEqual([CHECKS.find(({ name }) => /Idempotency-Key/.test(name))?.name]);
    });
  });
});
