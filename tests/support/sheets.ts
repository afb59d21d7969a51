/** Sheets of voices in an upstream that tests control: what the calls of a sheet answer, kept in memory. */
import type { VoicePage, VoicePageForm, VoiceSheet } from "#model/contract/voices.ts";
import type { Behaviour, MisbehavingUpstream } from "./misbehaving-upstream.ts";

export const ORGANIZATION = "Harbour Board";
const ANSWERS = [
  { key: "Fully", name: "Fully" },
  { key: "Partially", name: "Partially" },
  { key: "Rarely/Never", name: "Rarely/Never" },
];
const OPTIONS = [
  { key: "1", name: "Initial", statement: "Nobody is responsible." },
  { key: "2", name: "Managed", statement: "Somebody is responsible." },
];

const statement = (questionId: number, text: string, choices = ANSWERS) => ({
  ...{ questionId, statement: text, choices, choice: null, comment: "", seen: "" },
});

/** The pages of a sheet, as nobody has filled them in yet. */
const emptyPages = (checksFacts: boolean): VoicePage[] => {
  const check = checksFacts ? { check: { agrees: null, reason: "", verdicts: "1" } } : {};
  const versions = { voicePage: 0 };
  const verdict = checksFacts ? { verdict: "Partially" } : {};
  return [
    {
      ...{
        place: "thread/1/1",
        name: "Asset Management",
        within: "Benefits Management",
        help: "How assets are looked after.",
        versions,
        ...check,
      },
      statements: [
        { ...statement(11, "Assets are recorded."), ...verdict },
        { ...statement(12, "Assets are <em>reviewed</em> each year."), ...verdict },
      ],
    },
    {
      ...{ place: "thread/1/2", name: "Planning", within: "Benefits Management", versions, ...check },
      statements: [statement(21, "Plans are agreed.")],
    },
    { ...{ place: "maturity/3", name: "Governance", within: null, versions, ...check }, statements: [statement(31, "", OPTIONS)] },
  ];
};

export interface ServedSheet extends Pick<VoiceSheet, "sheet" | "closed" | "doneAt" | "mails"> {
  /** Whose sheet it is, with a logo; for upstreams that tell it. */
  team: string | null;
  logo: { digest: string; png: string } | undefined;
  /** Of its link, and what this gives. Another bearer ends the former. */
  token: string;
  bearer: string;
  pages: VoicePage[];
}

/** Makes an upstream serve sheets, until it is reset. The link of each is its token. */
export function serveSheets(
  upstream: MisbehavingUpstream,
  ...made: { sheet: string; checksFacts?: boolean; message?: string }[]
): ServedSheet[] {
  const texts = new Map(made.map((each) => [each.sheet, each]));
  const sheets = made.map(({ sheet, checksFacts = false }): ServedSheet => {
    const token = `a-secret-token-of-${sheet}`;
    return {
      ...{ sheet, token, bearer: `bearer-of-${sheet}`, closed: false, doneAt: null, mails: true },
      team: null,
      logo: undefined,
      pages: emptyPages(checksFacts),
    };
  });
  const answer = (body: unknown, status = 200): Response =>
    status === 204 ? new Response(null, { status }) : Response.json(body, { status });
  const problem = (status: number) => answer({ title: `It is refused with ${status}.`, status }, status);
  const serve =
    (act: (sheet: ServedSheet, body: unknown, madeFrom: string) => Response): Behaviour =>
    async ({ received: { headers, body }, response }) => {
      const sheet = sheets.find(({ bearer }) => headers.authorization === `Bearer ${bearer}`);
      const given = sheet ? act(sheet, body === "" ? undefined : JSON.parse(body), String(headers["made-from"] ?? "")) : problem(401);
      response.writeHead(given.status, { "Content-Type": "application/json" }).end(await given.text());
    };
  upstream.on("POST", "/auth/voice", async ({ received, response }) => {
    const sheet = sheets.find(({ token }) => token === JSON.parse(received.body).token);
    const given = sheet
      ? answer({ token: sheet.bearer, expiry: Math.floor(Date.now() / 1000) + 43_200, sheet: sheet.sheet })
      : problem(401);
    response.writeHead(given.status, { "Content-Type": "application/json" }).end(await given.text());
  });
  const describe = ({ sheet, closed, doneAt, mails, pages }: ServedSheet): VoiceSheet => ({
    ...{ sheet, closed, doneAt, mails, organization: ORGANIZATION, assessment: "Spring", assessmentType: "P3M3" },
    ...{ name: "Nora Quay", role: "Specialist", askedBy: { name: "Mara", email: "mara@example.org" } },
    ...{ message: texts.get(sheet)?.message ?? "", until: "2026-12-31", checksFacts: texts.get(sheet)?.checksFacts ?? false },
    pages: closed
      ? []
      : pages.map(({ place, name, within, statements }) => ({
          ...{ place, name, within, total: statements.length },
          answered: statements.filter(({ choice }) => choice !== null).length,
        })),
  });
  upstream.on(
    "GET",
    "/voice",
    serve((sheet) => answer(describe(sheet))),
  );
  upstream.on(
    "POST",
    "/voice/done",
    serve((sheet) => {
      if (sheet.closed) return problem(409);
      sheet.doneAt = "2026-11-27T10:00:00.000Z";
      return answer(describe(sheet));
    }),
  );
  upstream.on(
    "POST",
    "/voice/no-more-mail",
    serve((sheet) => {
      sheet.mails = false;
      return answer(undefined, 204);
    }),
  );
  upstream.on(
    "GET",
    "/voice/mails",
    serve(({ mails }) => answer({ mails: mails ? "sent" : "refusedHere" })),
  );
  upstream.on(
    "POST",
    "/voice/mails-again",
    serve((sheet) => {
      sheet.mails = true;
      return answer(undefined, 204);
    }),
  );
  upstream.on(
    "GET",
    "/voice/sender",
    serve(({ team, logo }) => answer({ team, logo: logo?.digest ?? null })),
  );
  upstream.on(
    "GET",
    "/voice/logo",
    serve(({ logo }) => (logo ? answer({ png: logo.png }) : problem(404))),
  );
  for (const { place } of emptyPages(false)) {
    const path = `/voice/pages/${encodeURIComponent(place)}`;
    const at = (sheet: ServedSheet) => sheet.pages.findIndex((page) => page.place === place);
    upstream.on(
      "GET",
      path,
      serve((sheet) => {
        if (sheet.closed) return problem(409);
        return at(sheet) < 0 ? problem(404) : answer(sheet.pages[at(sheet)]);
      }),
    );
    upstream.on(
      "PUT",
      path,
      serve((sheet, body, madeFrom) => {
        const page = sheet.pages[at(sheet)];
        if (sheet.closed) return problem(409);
        if (!page) return problem(404);
        const version = page.versions?.voicePage ?? 0;
        if (madeFrom !== `voicePage=${version}`) return problem(412);
        const { answers, check } = body as VoicePageForm;
        const statements = page.statements.map((each) => {
          const said = answers.find(({ questionId }) => questionId === each.questionId);
          return said ? { ...each, choice: said.choice, comment: said.comment.trim(), seen: said.seen.trim() } : each;
        });
        const { verdicts } = page.check ?? {};
        const checked = check &&
          verdicts !== undefined && { ...check, agrees: check.verdicts === verdicts ? check.agrees : null, verdicts };
        const written = { ...page, statements, ...(checked ? { check: checked } : {}), versions: { voicePage: version + 1 } };
        sheet.pages = sheet.pages.with(at(sheet), written);
        return answer(written);
      }),
    );
  }
  return sheets;
}
