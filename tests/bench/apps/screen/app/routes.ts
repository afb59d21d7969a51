import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

export default [
  layout("routes/frame.tsx", [index("routes/screen.tsx", { id: "home" }), route("*", "routes/screen.tsx", { id: "screen" })]),
] satisfies RouteConfig;
