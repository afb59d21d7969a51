/** An upstream API over real HTTP that the test controls: every fault that the web application has to survive. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  method: string;
  /** With the query, in the spelling that the client sent. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Exchange {
  received: ReceivedRequest;
  response: ServerResponse;
  /** The answer of the API behind this one. */
  forward(): Promise<Response>;
}

/** What happens to one request. */
export type Behaviour = (exchange: Exchange) => void | Promise<void>;

export interface MisbehavingUpstream {
  url: string;
  /** Everything that arrived, in order; cleared by `reset`. */
  received: ReceivedRequest[];
  /** What arrived for one call. */
  receivedAt(method: string, path: string): ReceivedRequest[];
  /**
   * Scripts one call: each request takes the next behaviour, the last one stays. Paths are compared without their query
   * and without regard to case. A later script replaces an earlier one.
   */
  on(method: string, path: string, ...behaviours: [Behaviour, ...Behaviour[]]): void;
  /** Forgets all scripts and what arrived, and cuts what still hangs. */
  reset(): void;
  /** Ends; from then on connections are refused. */
  stop(): Promise<void>;
}

/**
 * @param otherwise answers what is not scripted, e.g. the reference API's `fetch`. Without it such a request is answered
 * with 400, which no client repeats.
 */
export async function startMisbehavingUpstream(otherwise?: (request: Request) => Promise<Response>): Promise<MisbehavingUpstream> {
  const scripts = new Map<string, Behaviour[]>();
  const received: ReceivedRequest[] = [];
  const key = (method: string, path: string) => `${method} ${new URL(path, "http://upstream").pathname.toLowerCase()}`;

  const open = new Set<ServerResponse>();

  const server = createServer(async (request, response) => {
    // No connection is used twice, so that cutting those that hang cannot hit the next request.
    response.shouldKeepAlive = false;
    open.add(response);
    response.once("close", () => open.delete(response));
    const body = await bodyOf(request);
    const arrived = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body: body.toString("utf8") };
    received.push(arrived);
    const script = scripts.get(key(arrived.method, arrived.path));
    const behaviour =
      (script && script.length > 1 ? script.shift() : script?.[0]) ?? (otherwise ? forwarded() : json({ title: "not scripted" }, 400));
    const forward = () => {
      if (!otherwise) throw new Error("There is no API behind this one.");
      return otherwise(asRequest(arrived, body));
    };
    try {
      await behaviour({ received: arrived, response, forward });
    } catch (error) {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    receivedAt: (method, path) => received.filter((each) => key(each.method, each.path) === key(method, path)),
    on: (method, path, ...behaviours) => scripts.set(key(method, path), behaviours),
    reset() {
      scripts.clear();
      received.length = 0;
      for (const response of open) response.socket?.destroy();
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The answer of the API behind. */
export const forwarded = (): Behaviour => async (exchange) => {
  const answer = await exchange.forward();
  exchange.response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== "set-cookie") exchange.response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) exchange.response.setHeader("set-cookie", cookies);
  exchange.response.end(Buffer.from(await answer.arrayBuffer()));
};

/** JSON; also the way to answer a body that breaks the schema. */
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Behaviour =>
  ({ response }) => {
    const type = status >= 400 ? "application/problem+json" : "application/json";
    response.writeHead(status, { "Content-Type": type, ...headers }).end(JSON.stringify(body));
  };

/** A bare status, e.g. `status(503, { "Retry-After": "1" })`. */
export const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  ({ response }) => {
    response.writeHead(code, headers).end();
  };

/** A page where JSON was due, as proxies send one. */
export const page =
  (code = 200): Behaviour =>
  ({ response }) => {
    response.writeHead(code, { "Content-Type": "text/html" }).end("<!doctype html><title>Maintenance</title><h1>We are back soon</h1>");
  };

/** Claims to be JSON and is not. */
export const brokenJson =
  (): Behaviour =>
  ({ response }) => {
    response.writeHead(200, { "Content-Type": "application/json" }).end('{"id": 1,');
  };

/** Takes the request and never answers. */
export const hang = (): Behaviour => () => undefined;

/** Hangs once and drops what follows: of a client's attempts one waits for its time limit, which can then be generous. */
export const hangThenDrop = (): Behaviour => {
  let behaviour = hang();
  return (exchange) => {
    const now = behaviour;
    behaviour = drop();
    return now(exchange);
  };
};

/** Closes the connection before any answer. */
export const drop =
  (): Behaviour =>
  ({ response }) => {
    response.socket?.destroy();
  };

/** Begins to answer and closes the connection in the middle of the body. */
export const cutInMidBody =
  (): Behaviour =>
  ({ response }) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
    response.write('{"id": 1, "name": "Ac', () => response.socket?.destroy());
  };

/** Does what the API behind does, and loses the answer: the case in which a write is repeated although it was stored. */
export const loseAnswer = (): Behaviour => async (exchange) => {
  await exchange.forward();
  exchange.response.socket?.destroy();
};

/** What an update that leaves a field out makes of it, where updates replace the whole. */
const NOTHING = {
  name: null,
  isTestAssessment: false,
  certified: false,
  endorsed: false,
  selectedScope: null,
  selectedLevel: null,
  perspectives: [],
  threads: [],
  capabilities: [],
  maturities: [],
};

/**
 * From now on an update of the assessment at this path replaces it whole: what is not sent is lost. Nothing reaches the API behind, whose
 * assessment stays as it was.
 */
export function replaceWhole(upstream: MisbehavingUpstream, path: string): void {
  type Item = { id: number };
  // biome-ignore lint/suspicious/noExplicitAny: whatever was stored or sent
  let stored: any;
  const isList = (value: unknown): value is Item[] => Array.isArray(value);
  const replace = (sent: Record<string, unknown>) => {
    for (const [field, value] of Object.entries({ ...NOTHING, ...sent })) {
      const before: Item[] = stored[field] ?? [];
      const item = (each: Item) => ({
        ...{ code: "", answeredQuestions: 0, totalQuestions: 0 },
        ...before.find(({ id }) => id === each.id),
        ...each,
      });
      stored[field] = isList(value) ? value.map(item) : value;
    }
  };
  upstream.on("GET", path, async (exchange) => {
    stored ??= await (await exchange.forward()).json();
    await json(stored)(exchange);
  });
  upstream.on("PUT", path, async (exchange) => {
    replace(JSON.parse(exchange.received.body));
    await json(stored)(exchange);
  });
}

/** Answers late. */
export const delayed =
  (milliseconds: number, behaviour: Behaviour): Behaviour =>
  async (exchange) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
    await behaviour(exchange);
  };

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function asRequest({ method, path, headers }: ReceivedRequest, body: Buffer): Request {
  const entries = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((each): [string, string] => [name, each]));
  const withBody = method !== "GET" && method !== "HEAD" && body.length > 0;
  return new Request(new URL(path, "http://upstream"), { method, headers: entries, ...(withBody ? { body: new Uint8Array(body) } : {}) });
}
