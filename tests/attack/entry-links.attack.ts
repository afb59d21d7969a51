import { CLICK, HOME_AT_FIRST, raw } from "../support/raw.ts";
import { type App, startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const GUESSES = 60;
const OFFICE = { "X-Forwarded-For": "203.0.113.7" };
const PICTURE = { "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site" };
const AHEAD = { "Sec-Purpose": "prefetch", ...CLICK };
/** A mail scanner, or a browser from before browsers told what a request is for. */
const SILENT = {};
/** Ways to write the address of a link that servers may take for the same. */
const SPELLINGS = ["/entry/", "/%65ntry/", "/./entry/", "/x/../entry/", "/entry\\", "//entry/", "/ENTRY%2f"];

const pathFor = async (app: App, who: string) => new URL(await app.entryLink(`${who}@example.org`)).pathname;

/** Whether a link signs somebody in who clicks it. */
const opens = async (app: App, path: string) =>
  HOME_AT_FIRST.test((await raw(app.url, path, { headers: { ...CLICK, ...OFFICE } })).headers.location ?? "");

/** What a page elsewhere can do to an office, whose browsers it reaches: lock it out, or use its links up. */
export const attack: Attack = {
  title: "Embeds entry links in other sites, to lock an office out and to use its links up, and looks for them in the log",
  async run() {
    const app = await startApp({ env: { TRUST_PROXY: "1", LOG_REQUESTS: "1" } });
    try {
      const good = await pathFor(app, "locked-out");
      // Half by clicks, half by pictures.
      const guesses = Array.from({ length: GUESSES }, (_, count) =>
        raw(app.url, `/entry/guess-${count}`, { headers: { ...OFFICE, ...(count % 2 ? PICTURE : CLICK) } }),
      );
      const signsIn = await opens(app, good);
      const refused = (await Promise.all(guesses)).filter(({ status }) => status >= 400).length;

      const ahead: boolean[] = [];
      for (const [what, headers] of Object.entries({ PICTURE, AHEAD, SILENT })) {
        const path = await pathFor(app, what.toLowerCase());
        await raw(app.url, path, { headers: { ...OFFICE, ...headers } });
        ahead.push(await opens(app, path));
      }

      const token = (await pathFor(app, "logged")).split("/").at(-1) ?? "";
      for (const spelling of SPELLINGS) await raw(app.url, `${spelling}${token}`, { headers: { ...OFFICE, ...PICTURE } });
      const inLog = app.output().split(token).length - 1;
      const used = ahead.filter((worked) => !worked).length;
      return {
        held: signsIn && refused === 0 && used === 0 && inLog === 0,
        figures: `after ${GUESSES} links that did not work a good one ${signsIn ? "signs in" : "is refused"}, ${refused} were refused; of ${ahead.length} links looked at ahead or embedded ${used} were used up; ${SPELLINGS.length} spellings of a link left its token in the log ${inLog} times`,
      };
    } finally {
      await app.stop();
    }
  },
};
