import { createHash } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import { createOrganization, createP3M3 } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { raw } from "../support/raw.ts";
import { apiClient, askVoice, tokenOf } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const EMAIL = "attacker@example.org";

const SESSION_SECRET = "known-to-this-attack-alone-and-to-no-real-one";
const KEY = createHash("sha256").update(`session encryption ${SESSION_SECRET}`).digest();

/** A value with the content of all these, the last one winning, for one purpose: only that can tell it from the last one. */
async function mixed(purpose: string, ...seals: string[]): Promise<string> {
  const contents = await Promise.all(seals.map(async (sealed) => (await jwtDecrypt(sealed, KEY)).payload));
  return new EncryptJWT({ ...Object.assign({}, ...contents), aud: purpose })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(KEY);
}

/** Everything that is sealed has the same key, and the browser hands it back. */
export const attack: Attack = {
  title: "Hands in each sealed value as every other one, to be signed in by it or to make pages fail",
  async run() {
    const app = await startApp({ env: { SESSION_SECRET } });
    try {
      const client = await apiClient(app.databaseUrl, EMAIL);
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1] });
      const visitor = await new Visitor(app.url).enter(await app.entryLink(EMAIL));
      const voice = await new Visitor(app.url).get(
        `/voice/${await tokenOf(client, id, await askVoice(client, id, { places: ["thread/1/1"] }))}`,
      );
      await voice.form().submit("Open my sheet");
      const sheet = voice.url;
      const seals = {
        ...{ session: visitor.cookie("session") ?? "", seen: visitor.cookie("seen") ?? "" },
        sheet: voice.cookie("voice-sheet", "/voice") ?? "",
      };
      const ask = (path: string, Cookie: string) => raw(app.url, path, { headers: { Cookie } });
      const post = (path: string, body: string) => {
        const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": String(body.length) };
        return raw(app.url, path, { method: "POST", headers: { ...headers, Cookie: own, Origin: app.url }, body });
      };
      const own = `session=${seals.session}; seen=${seals.seen}`;

      // What was sealed for one purpose differs in shape, too. These have the shape of both, so that their purpose alone is left to refuse them.
      const { session, seen, sheet: ofSheet } = seals;
      const sheetsFor = Object.fromEntries(
        await Promise.all(["sheet", "session", "seen"].map(async (purpose) => [purpose, await mixed(purpose, session, seen, ofSheet)])),
      );
      const sessionsFor = Object.fromEntries(
        await Promise.all(["session", "seen", "sheet"].map(async (purpose) => [purpose, await mixed(purpose, ofSheet, seen, session)])),
      );

      const asSession = [
        await ask("/organization", `session=${sessionsFor.seen}; seen=${seen}`),
        await ask("/organization", `session=${sessionsFor.sheet}; seen=${seen}`),
        await ask("/organization", `session=${seals.seen}`),
        await ask("/", `session=${seals.seen}; seen=${seals.session}`),
        await ask("/organization", `session=${seals.sheet}`),
        await ask("/", `voice-sheet=${seals.sheet}; sheet=${seals.sheet}; seen=${seals.sheet}`),
      ];
      const cookiesOfOthers = [
        ...[`voice-sheet=${session}`, `voice-sheet=${seen}`, `sheet=${session}; session=${session}`],
        ...[`voice-sheet=${sheetsFor.session}`, `voice-sheet=${sheetsFor.seen}`, `session=${sheetsFor.sheet}`],
      ];
      const asSheet = await Promise.all(cookiesOfOthers.flatMap((cookies) => [ask(sheet, cookies), ask(`${sheet}/thread/1/1`, cookies)]));
      // The same with the right seal, so that what is refused above is refused for its seal.
      const rightful = [
        await ask(sheet, `voice-sheet=${seals.sheet}; session=${seals.seen}`),
        await ask(sheet, `voice-sheet=${sheetsFor.sheet}`),
        await ask("/organization", `session=${sessionsFor.session}; seen=${sessionsFor.seen}`),
      ].every(({ status }) => status === 200);

      const asSeen = await ask("/organization", `session=${seals.session}; seen=${seals.session}`);
      const elsewhere = await Promise.all(
        Object.values(seals).flatMap((seal) => [
          ask(`/assessments/${id}/import/applied?applied=${seal}`, own),
          post(`/assessments/${id}/import/apply`, `apply=all&sealed=${seal}`),
        ]),
      );
      const opened = asSession.filter(({ status }) => status === 200).length;
      const applied = elsewhere.filter(({ status }) => status === 200).length;
      const sheets = asSheet.filter(({ status }) => status === 200).length;
      const failed = [...asSession, asSeen, ...asSheet, ...elsewhere].filter(({ status }) => status >= 500).length;
      return {
        held: opened + applied + sheets + failed === 0 && rightful,
        figures: `in place of the session other seals opened ${opened} screens, of an import ${applied}, of a sheet ${sheets}; the right ones opened ${rightful ? "theirs" : "not even theirs"}; ${failed} pages failed`,
      };
    } finally {
      await app.stop();
    }
  },
};
