import { createOrganization, createP3M3 } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { raw } from "../support/raw.ts";
import { apiClient, askVoice, tokenOf } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const EMAIL = "attacker@example.org";

/** Everything that is sealed has the same key, and the browser hands it back. */
export const attack: Attack = {
  title: "Hands in each sealed value as every other one, to be signed in by it or to make pages fail",
  async run() {
    const app = await startApp();
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

      const asSession = [
        await ask("/organization", `session=${seals.seen}`),
        await ask("/", `session=${seals.seen}; seen=${seals.session}`),
        await ask("/organization", `session=${seals.sheet}`),
        await ask("/", `voice-sheet=${seals.sheet}; sheet=${seals.sheet}; seen=${seals.sheet}`),
      ];
      const asSheet = await Promise.all(
        [`voice-sheet=${seals.session}`, `voice-sheet=${seals.seen}`, `sheet=${seals.sheet}; session=${seals.session}`].flatMap(
          (cookies) => [ask(sheet, cookies), ask(`${sheet}/thread/1/1`, cookies)],
        ),
      );
      // The same with the right seal, so that what is refused above is refused for its seal.
      const rightful = (await ask(sheet, `voice-sheet=${seals.sheet}; session=${seals.seen}`)).status;

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
        held: opened + applied + sheets + failed === 0 && rightful === 200,
        figures: `in place of the session other seals opened ${opened} screens, of an import ${applied}, of a sheet ${sheets}; ${failed} pages failed`,
      };
    } finally {
      await app.stop();
    }
  },
};
