import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/**
 * The table of all URLs. Paths match without regard to case. A screen with two addresses is one module:
 * its loader tells them apart by their parameters.
 */
export default [
  // Signing in and out
  route("entry/:token", "routes/entry.tsx"),
  route("redirect", "routes/redirect.tsx"),
  route("sign-out", "routes/sign-out.tsx"),
  route("signed-out", "routes/signed-out.tsx"),
  route("demo", "routes/demo.tsx"),

  // Screens of signed-in users
  layout("routes/shell.tsx", [
    index("routes/home.tsx"),
    route("organization", "routes/organization.tsx", { id: "organization-create" }),
    route("organization/:organizationId/edit", "routes/organization.tsx", { id: "organization-edit" }),
    route("readonlyassessments", "routes/all-assessments.tsx"),
    route("sessions", "routes/sessions.tsx"),

    layout("routes/wizard.tsx", [
      route("organizations/:organizationId/assessment", "routes/profile.tsx", { id: "assessment-create" }),
      route("assessments/:assessmentId/profile/itil?", "routes/profile.tsx", { id: "profile" }),
      route("assessments/:assessmentId/scope/itil?", "routes/scope.tsx"),
      route("assessments/:assessmentId/review/itil?", "routes/review.tsx"),
    ]),

    route("assessments/:assessmentId/questions/:perspectiveCode/:threadCode", "routes/questions.tsx"),
    route("assessments/:assessmentId/summary", "routes/summary.tsx"),
    route("assessments/:assessmentId/result/itil?", "routes/result.tsx"),

    route("itil/assessments/:assessmentId/questions/:practiceCode", "routes/itil-questions.tsx"),
    route("itil/assessments/:assessmentId/summary", "routes/itil-summary.tsx"),
    route("questionItil", "routes/scope-questions.tsx"),
    route("debug", "routes/debug.tsx"),
  ]),

  // Files and calls without a screen
  route("session", "routes/session.tsx"),
  route("assessments/:assessmentId/questions/:perspectiveCode/:threadCode/save", "routes/questions-save.tsx"),
  route("itil/assessments/:assessmentId/questions/:practiceCode/save", "routes/itil-questions-save.tsx"),
  route("assessments/:assessmentId/continue", "routes/continue.tsx"),
  route("assessments/:assessmentId/lock/:act", "routes/lock.tsx"),
  route("assessments/:assessmentId/result.xlsx", "routes/result-workbook.tsx"),
  route("assessments/:assessmentId/result/images/:exhibit.jpg", "routes/result-image.tsx"),
  route("health", "routes/health.tsx"),
  route("ready", "routes/ready.tsx"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
