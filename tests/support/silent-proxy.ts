/** A proxy in front of a server that can fall silent: it drops every byte, both ways, and closes no connection. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface SilentProxy {
  /** The server's address with the proxy's host and port. */
  url: string;
  /** Drops everything from now on. Connections that are open now stay silent for good. */
  silence(): void;
  /** Falls silent as soon as this many connections are open. @returns when it has */
  silenceAt(connections: number): Promise<void>;
  /** Passes on what comes on new connections. */
  speak(): void;
  close(): Promise<void>;
}

/** @param url of the server, with its port */
export async function startSilentProxy(url: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(url);
  const pairs = new Set<{ near: Socket; far: Socket; isSilent: boolean }>();
  let isSilent = false;
  let silentAt = Number.POSITIVE_INFINITY;
  let hasFallenSilent = () => {};

  const silence = () => {
    isSilent = true;
    for (const pair of pairs) pair.isSilent = true;
    hasFallenSilent();
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const pair = { near, far, isSilent };
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("data", (bytes) => pair.isSilent || to.write(bytes));
      from.on("error", () => undefined);
      // An end that is not passed on is silence, too.
      from.on("close", () => {
        if (!pair.isSilent) to.destroy();
        if (near.destroyed && far.destroyed) pairs.delete(pair);
      });
    }
    if (pairs.size >= silentAt) silence();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxied = new URL(url);
  // Over the network, where it listens.
  proxied.searchParams.delete("host");
  proxied.hostname = "127.0.0.1";
  proxied.port = String((server.address() as AddressInfo).port);
  return {
    url: proxied.href,
    silence,
    silenceAt(connections) {
      silentAt = connections;
      return new Promise((resolve) => {
        hasFallenSilent = resolve;
      });
    },
    speak() {
      isSilent = false;
      silentAt = Number.POSITIVE_INFINITY;
    },
    async close() {
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
      server.close();
      await once(server, "close");
    },
  };
}
