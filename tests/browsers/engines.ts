/** Firefox and WebKit, each driven by the protocol that it has, as little as a person needs. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";
import { Builder, Capabilities, Key, type WebDriver } from "selenium-webdriver";
import { findTool } from "../../scripts/browsers.js";
import { freePort } from "../support/server.ts";

/** One window of a browser that runs until it is closed. */
export interface Engine {
  /** Its name and version, as it tells them. */
  version: string;
  goto(address: string): Promise<void>;
  address(): Promise<string>;
  /** Runs an expression in the page, also where the page itself may not run script. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks a place of the window, in CSS pixels from its upper left corner. */
  click(x: number, y: number): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  /** What the browser would send as the header Cookie. */
  cookies(): Promise<string>;
  close(): Promise<void>;
}

/** Firefox by WebDriver BiDi. Without script by its own setting: nothing of a page runs, and `scripting: none` holds. */
export async function openFirefox(script: boolean): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: findTool("firefox"),
    extraPrefsFirefox: { "javascript.enabled": script },
    defaultViewport: { width: 1280, height: 900 },
  });
  const page = await browser.newPage();
  // An element that was found has no handle, because following one needs script of the page.
  return {
    version: await browser.version(),
    goto: async (address) => void (await page.goto(address)),
    address: async () => page.url(),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    cookies: async () => (await browser.cookies()).map(({ name, value }) => `${name}=${value}`).join("; "),
    close: () => browser.close(),
  };
}

/** WebKit by WebDriver, in the small browser that comes with its driver, on a display of its own. */
export async function openWebKit(script: boolean): Promise<Engine> {
  const display = spawn(findTool("display"), ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = await once(createInterface(display.stdout), "line");
  const port = await freePort();
  const service = spawn(findTool("webkit"), [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number}`, LANG: "C.UTF-8" },
    stdio: "ignore",
  });
  const stop = () => {
    for (const child of [service, display]) child.kill();
  };
  process.once("exit", stop);
  try {
    await untilListening(service, port);
    const options = { args: ["--automation", ...(script ? [] : ["--enable-javascript=false"])] };
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(new Capabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": options }))
      .build();
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 });
    return {
      version: await versionOf(driver),
      goto: (address) => driver.get(address),
      address: () => driver.getCurrentUrl(),
      evaluate: (expression) => driver.executeScript(`return ${expression}`),
      click: (x, y) => driver.actions().move({ x, y }).click().perform(),
      // It takes a line feed for no key.
      type: (text) => driver.switchTo().activeElement().sendKeys(text.replaceAll("\n", Key.ENTER)),
      cookies: async () => (await driver.manage().getCookies()).map(({ name, value }) => `${name}=${value}`).join("; "),
      async close() {
        await driver.quit();
        stop();
        process.off("exit", stop);
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

async function versionOf(driver: WebDriver): Promise<string> {
  const capabilities = await driver.getCapabilities();
  return `${capabilities.getBrowserName()} ${capabilities.getBrowserVersion()}`;
}

/** WebKit's driver does not say when it is ready. */
async function untilListening(service: ChildProcess, port: number): Promise<void> {
  while (service.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`WebKit's driver ended with ${service.exitCode}.`);
}
