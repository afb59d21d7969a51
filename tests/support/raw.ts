/** Raw requests: no address is tidied up, no redirect followed, and every header is explicit. */
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** @param path sent as it is */
export function raw(origin: string, path: string, { method = "GET", headers = {}, body }: RawRequest = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Sends some bytes and then nothing; answers what came back until the other side closed the connection. */
export function stall(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
  });
}

/** What a browser tells of a click on a link. */
export const CLICK = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" };

/** The cookies that an answer sets, as they are sent back. */
export function cookiesOf(answer: RawAnswer): string {
  return (answer.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
}

/** Where an entry link leads a browser that has sent no cookie yet (docs/rules/sign-in-and-session.md#without-cookies). */
export const HOME_AT_FIRST = /^\/\?cookie=\d+$/;
