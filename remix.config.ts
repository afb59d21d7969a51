import type { VitePluginConfig } from "@remix-run/dev";

/** Remix reads no file of this name by itself: vite.config.ts hands these options to its plugin. */
export default {
  appDirectory: "app",
  ssr: true,
  serverModuleFormat: "esm",
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
} satisfies VitePluginConfig;

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}
