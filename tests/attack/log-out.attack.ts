import { createOrganization } from "../contract/scenario.ts";
import { freshDatabase } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { raw } from "../support/raw.ts";
import { apiClient } from "../support/seed.ts";
import { startApi, startApp } from "../support/server.ts";
import type { Attack, Finding } from "./attack.ts";

const EMAIL = "victim@example.org";
const SCREENS = ["/", "/organization", "/questionItil/", "/sessions"];
const REUSES = 5;

/** How many of the screens a cookie opens on a web process. */
async function opens(url: string, cookie: string): Promise<number> {
  let opened = 0;
  for (const path of SCREENS) {
    const { status, body } = await raw(url, path, { headers: { Cookie: cookie } });
    if (status === 200 || body.includes(EMAIL)) opened += 1;
  }
  return opened;
}

/** Refreshes with a token that was used before, as somebody does who copied it; answers how many chains are alive in the end. */
async function forks(apiUrl: string, first: string): Promise<number> {
  const refresh = async (token: string) => {
    const answer = await fetch(`${apiUrl}/auth/refresh`, { method: "POST", headers: { Cookie: `refresh=${token}` } });
    return { status: answer.status, next: /^refresh=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1] };
  };
  const chains = new Set<string>();
  for (let count = 0; count < REUSES; count += 1) {
    const { next } = await refresh(first);
    if (next) chains.add(next);
  }
  // Each that lives on is presented, and then the old one again: that must end them all.
  const presented = await Promise.all([...chains].map(refresh));
  await refresh(first);
  const alive = await Promise.all(presented.flatMap(({ next }) => (next ? [refresh(next)] : [])));
  return chains.size - 1 + alive.filter(({ status }) => status === 200).length;
}

async function run(): Promise<Finding> {
  const { url: databaseUrl, drop } = await freshDatabase();
  const api = await startApi(databaseUrl);
  const env = {
    API_URL: api.url,
    HOME_SITE_URL: "http://home.invalid/",
    SESSION_SECRET: "a secret that two web processes share",
    DATABASE_URL: databaseUrl,
  };
  const web = [await startApp({ env }), await startApp({ env })];
  try {
    const [here, there] = web as [(typeof web)[0], (typeof web)[0]];
    await createOrganization(await apiClient(databaseUrl, EMAIL));
    const victim = await new Visitor(here.url).get(await here.entryLink(EMAIL));
    const copy = ["session", "seen"].map((name) => `${name}=${victim.cookie(name)}`).join("; ");
    const before = await opens(there.url, copy);
    await victim.post("/sign-out", {});
    const elsewhere = await opens(there.url, copy);
    await here.stop();
    web[0] = await startApp({ env });
    const afterRestart = await opens(web[0].url, copy);

    const entry = new URL(await there.entryLink(EMAIL)).pathname.split("/").at(-1);
    const entered = await fetch(`${api.url}/auth`, { method: "POST", body: JSON.stringify({ token: entry }) });
    const token = /^refresh=([^;]+)/.exec(entered.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
    const further = await forks(api.url, token);
    return {
      held: before === SCREENS.length && elsewhere + afterRestart + further === 0,
      figures: `of ${SCREENS.length} screens the copy opened ${before} before log-out; after it ${elsewhere} on another web process, ${afterRestart} after a restart; a refresh token used ${REUSES + 1} times left ${further} further chains alive`,
    };
  } finally {
    for (const each of web) await each.stop();
    await api.stop();
    await drop();
  }
}

/** Log-out means that a copy of the cookie is worth nothing, wherever it is tried. */
export const attack: Attack = {
  title: "Copies a session's cookie before log-out, tries it elsewhere and after a restart; uses a refresh token again to fork the session",
  run,
};
