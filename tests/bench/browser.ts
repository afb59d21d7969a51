/** A browser on a slow laptop and line, with nothing in its store. */
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "@playwright/test";
import { findOrInstallBrowser } from "../../scripts/browser.js";
import type { App } from "../support/server.ts";

export type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

const BYTES_PER_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;

/** How many times slower its processor is. */
export const SLOWER = 4;
/** The line and the laptop in words. */
export const lineWords = (slower = SLOWER) => `CPU ÷ ${slower}, 1.6 Mbit/s, ${LATENCY_MS} ms`;

export const launchBrowser = () =>
  chromium.launch({
    executablePath: findOrInstallBrowser(),
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu"],
  });

const newContext = (browser: Browser) =>
  browser.newContext({ locale: "en-GB", userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0" });

export async function slowDown(devtools: CDPSession, slower = SLOWER): Promise<void> {
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
}

/** Signs somebody in. @returns the cookies, which hold on any port */
export async function signIn(browser: Browser, app: App, email: string): Promise<Cookies> {
  const context = await newContext(browser);
  await (await context.newPage()).goto(await app.entryLink(email));
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** Uses a page of a browser that has nothing but these cookies. */
export async function onNewPage<Result>(
  browser: Browser,
  cookies: Cookies,
  use: (page: Page, devtools: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await newContext(browser);
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    return await use(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}
