/** Requests for screens that were opened once, one after the other or several at a time. */
import { type Agent, get } from "node:http";
import type { Visitor } from "../support/form-driver.ts";

export const CONNECTIONS = 10;

/** One request; gives the length of its body. */
export function requests(url: string, agent: Agent, cookie = "") {
  return () =>
    new Promise<number>((resolve, reject) => {
      get(url, { agent, headers: { Cookie: cookie, Accept: "text/html" } }, (response) => {
        let length = 0;
        response.on("data", (chunk: Buffer) => {
          length += chunk.length;
        });
        response.on("end", () => (response.statusCode === 200 ? resolve(length) : reject(new Error(`${url}: ${response.statusCode}`))));
      }).on("error", reject);
    });
}

/** The cookies with which a screen that was opened once is opened again. */
export function cookiesFor(path: string, visitor: Visitor): string {
  const lock = /assessments\/(\d+)\/(?:questions|grid|summary)/.exec(path)?.[1];
  return ["session", "seen", ...(lock ? [`lock-${lock}`] : [])].map((name) => `${name}=${visitor.cookie(name)}`).join("; ");
}
