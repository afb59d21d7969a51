import { layout, type RouteConfig, route } from "@remix-run/route-config";

export default [
  layout("routes/frame.tsx", [route("assessments/:assessmentId/questions/:perspectiveCode/:threadCode", "routes/thread.tsx")]),
] satisfies RouteConfig;
