/** The upstream's calls in the name of the user who sent a request. */

import { type Call, type Client, createApiClient, type Values } from "#model/contract/call.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import {
  addressFor,
  type CallOptions,
  NotPermitted,
  SessionOver,
  UpstreamFault,
  upstream,
  type WriteOptions,
} from "~/services/upstream/upstream.server";

/** `api.assessments.get({ id })`: a function for each call of the contract. They throw UpstreamFault, SessionOver, or NotPermitted. */
export type UserApi = Client<typeof CONTRACT, WriteOptions>;

/** The session in whose name calls are made. */
interface Caller<Session> {
  readonly current: Session | undefined;
  /** Whether a 401 means that the session is over, rather than that a right is missing. */
  isOver(session: Session | undefined): Promise<boolean>;
}

interface Options<Session> {
  caller: Caller<Session>;
  requestId: string;
  /** Makes a call and notes how long it took. */
  timed<T>(call: () => Promise<T>): Promise<T>;
}

/**
 * The calls for one request. The same GET is made once. A write, or another session, clears what was read.
 * @returns the calls, and `firstRead`, which tells whether the session was alive at the first read, undefined before that
 */
export function createUserApi<Session extends { token: string }>({
  caller,
  requestId,
  timed,
}: Options<Session>): { api: UserApi; firstRead(): Promise<boolean> | undefined } {
  const reads = new Map<string, Promise<unknown>>();
  let readBy: string | undefined;
  let first: Promise<boolean> | undefined;

  async function make(call: Call, sent: Values, options?: CallOptions): Promise<unknown> {
    const session = caller.current;
    const client = await upstream();
    return timed(async () => {
      try {
        const token = call.authentication === "none" ? undefined : session?.token;
        return (await client(call, sent, { ...options, token, requestId })).data;
      } catch (error) {
        if (error instanceof UpstreamFault && error.status === 401 && (await caller.isOver(session)))
          throw new SessionOver(error.call, error.detail);
        if (error instanceof UpstreamFault && error.status === 403 && error.detail.needs)
          throw new NotPermitted(undefined, error.detail.needs);
        throw error;
      }
    });
  }

  function read(call: Call, sent: Values): Promise<unknown> {
    if (readBy !== caller.current?.token) reads.clear();
    readBy = caller.current?.token;
    const address = addressFor(call, sent);
    const known = reads.get(address);
    if (known) return known;
    const reading = make(call, sent);
    reads.set(address, reading);
    first ??= reading.then(
      () => true,
      (error) => !(error instanceof SessionOver),
    );
    return reading;
  }

  async function write(call: Call, sent: Values, options: WriteOptions | undefined): Promise<unknown> {
    try {
      return await make(call, sent, options);
    } finally {
      reads.clear();
    }
  }

  const api = createApiClient<typeof CONTRACT, WriteOptions>(CONTRACT, (call, sent, options) =>
    call.method === "GET" ? read(call, sent) : write(call, sent, options),
  );
  return { api, firstRead: () => first };
}
