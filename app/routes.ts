import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/**
 * The table of all URLs. Paths match without regard to case. A screen with two addresses is one module:
 * its loader tells them apart by their parameters.
 */
export default [
  // Signing in and out
  route("entry/:token", "routes/session/entry.tsx"),
  route("redirect", "routes/session/redirect.tsx"),
  route("sign-out", "routes/session/sign-out.tsx"),
  route("sign-in", "routes/session/sign-in.tsx"),
  route("sign-in/code", "routes/session/sign-in-code.tsx"),
  route("sign-in/:token", "routes/session/sign-in-link.tsx"),
  route("signed-out", "routes/session/signed-out.tsx"),
  route("demo", "routes/session/demo.tsx"),
  route("demo/mails/:mailId", "routes/session/demo-mail.tsx"),

  // Screens of signed-in users
  layout("routes/shell/shell.tsx", [
    index("routes/home/home.tsx"),
    route("organization", "routes/home/organization.tsx", { id: "organization-create" }),
    route("organization/:organizationId/edit", "routes/home/organization.tsx", { id: "organization-edit" }),
    route("organizations/:organizationId/earlier-scores", "routes/home/earlier-scores.tsx"),
    route("organizations/:organizationId/earlier-scores/add", "routes/home/earlier-scores-form.tsx", { id: "earlier-scores-add" }),
    route("organizations/:organizationId/earlier-scores/:earlierId/edit", "routes/home/earlier-scores-form.tsx", {
      id: "earlier-scores-edit",
    }),
    route("readonlyassessments", "routes/home/all-assessments.tsx"),
    route("requests", "routes/home/requests.tsx"),
    route("sessions", "routes/session/devices.tsx"),
    route("team/style", "routes/team/style.tsx"),

    layout("routes/setup/wizard.tsx", [
      route("organizations/:organizationId/assessment", "routes/setup/profile.tsx", { id: "assessment-create" }),
      route("assessments/:assessmentId/profile/itil?", "routes/setup/profile.tsx", { id: "profile" }),
      route("assessments/:assessmentId/scope/itil?", "routes/setup/scope.tsx"),
      route("assessments/:assessmentId/review/itil?", "routes/setup/review.tsx"),
    ]),

    route("assessments/:assessmentId/questions/:perspectiveCode/:threadCode", "routes/answering/p3m3/questions.tsx"),
    route("assessments/:assessmentId/grid/:perspectiveCode", "routes/answering/p3m3/grid.tsx"),
    route("assessments/:assessmentId/summary", "routes/answering/p3m3/summary.tsx"),
    route("assessments/:assessmentId/view/questions/:perspectiveCode/:threadCode", "routes/answering/p3m3/questions.tsx", {
      id: "p3m3-questions-view",
    }),
    route("assessments/:assessmentId/view/summary", "routes/answering/p3m3/summary.tsx", { id: "p3m3-summary-view" }),
    route("assessments/:assessmentId/view/search", "routes/answering/search.tsx", { id: "p3m3-search-view" }),
    route("assessments/:assessmentId/search", "routes/answering/search.tsx", { id: "p3m3-search" }),
    route("assessments/:assessmentId/result/itil?", "routes/results/result.tsx"),
    route("assessments/:assessmentId/import", "routes/answering/import.tsx"),
    route("assessments/:assessmentId/import/apply", "routes/answering/import.tsx", { id: "import-apply" }),
    route("assessments/:assessmentId/import/applied", "routes/answering/import-applied.tsx"),
    route("assessments/:assessmentId/result/what-if", "routes/results/what-if.tsx"),
    route("assessments/:assessmentId/report", "routes/results/report.tsx"),
    route("assessments/:assessmentId/comparison", "routes/results/comparison.tsx"),
    route("assessments/:assessmentId/draft/itil?", "routes/results/result.tsx", { id: "draft" }),
    route("assessments/:assessmentId/draft/what-if", "routes/results/what-if.tsx", { id: "draft-what-if" }),
    route("assessments/:assessmentId/draft/report", "routes/results/report.tsx", { id: "draft-report" }),
    route("assessments/:assessmentId/edition", "routes/setup/edition.tsx"),
    route("assessments/:assessmentId/history", "routes/history/history.tsx"),
    route("assessments/:assessmentId/evidence", "routes/evidence/register.tsx"),
    route("assessments/:assessmentId/evidence/add", "routes/answering/evidence-add.tsx"),

    route("itil/assessments/:assessmentId/questions/:practiceCode", "routes/answering/itil/questions.tsx"),
    route("itil/assessments/:assessmentId/grid/:group", "routes/answering/itil/grid.tsx"),
    route("itil/assessments/:assessmentId/summary", "routes/answering/itil/summary.tsx"),
    route("itil/assessments/:assessmentId/view/questions/:practiceCode", "routes/answering/itil/questions.tsx", {
      id: "itil-questions-view",
    }),
    route("itil/assessments/:assessmentId/view/summary", "routes/answering/itil/summary.tsx", { id: "itil-summary-view" }),
    route("itil/assessments/:assessmentId/view/search", "routes/answering/search.tsx", { id: "itil-search-view" }),
    route("itil/assessments/:assessmentId/search", "routes/answering/search.tsx", { id: "itil-search" }),
    route("questionItil", "routes/setup/scope-questions.tsx"),
    route("debug", "routes/shell/style-guide.tsx"),
  ]),

  // Files and calls without a screen
  route("session", "routes/session/keep-alive.tsx"),
  route("team/style/logo.png", "routes/team/logo.tsx"),
  route("assessments/:assessmentId/questions/:perspectiveCode/:threadCode/save", "routes/answering/questions-save.tsx", {
    id: "p3m3-questions-save",
  }),
  route("itil/assessments/:assessmentId/questions/:practiceCode/save", "routes/answering/questions-save.tsx", {
    id: "itil-questions-save",
  }),
  route("assessments/:assessmentId/evidence.xlsx", "routes/evidence/workbook.tsx"),
  route("assessments/:assessmentId/evidence/save", "routes/answering/evidence-save.tsx"),
  route("assessments/:assessmentId/continue", "routes/answering/continue.tsx"),
  route("assessments/:assessmentId/questions", "routes/answering/continue.tsx", { id: "questions" }),
  route("assessments/:assessmentId/view/questions", "routes/answering/continue.tsx", { id: "questions-view" }),
  route("assessments/:assessmentId/grid", "routes/answering/continue.tsx", { id: "grid" }),
  route("choices", "routes/answering/choices.tsx"),
  route("assessments/:assessmentId/view", "routes/answering/continue.tsx", { id: "view" }),
  route("assessments/:assessmentId/lock/:act", "routes/answering/lock.tsx"),
  route("assessments/:assessmentId/answers.xlsx", "routes/answering/workbook.tsx"),
  route("assessments/:assessmentId/result.xlsx", "routes/results/workbook.tsx"),
  route("assessments/:assessmentId/result/images/:exhibit.jpg", "routes/results/image.tsx", { id: "image-jpg" }),
  route("assessments/:assessmentId/result/images/:exhibit.png", "routes/results/image.tsx", { id: "image-png" }),
  route("assessments/:assessmentId/result/images/:exhibit.svg", "routes/results/image.tsx", { id: "image-svg" }),
  route("assessments/:assessmentId/result/images.zip", "routes/results/images.tsx"),
  route("assessments/:assessmentId/report/save", "routes/results/report-save.tsx"),
  route("assessments/:assessmentId/draft.xlsx", "routes/results/workbook.tsx", { id: "draft-workbook" }),
  route("assessments/:assessmentId/draft/images/:exhibit.jpg", "routes/results/image.tsx", { id: "draft-image-jpg" }),
  route("assessments/:assessmentId/draft/images/:exhibit.png", "routes/results/image.tsx", { id: "draft-image-png" }),
  route("assessments/:assessmentId/draft/images/:exhibit.svg", "routes/results/image.tsx", { id: "draft-image-svg" }),
  route("assessments/:assessmentId/draft/images.zip", "routes/results/images.tsx", { id: "draft-images" }),
  route("assessments/:assessmentId/report.docx", "routes/results/report-file.tsx", { id: "report-docx" }),
  route("assessments/:assessmentId/report.pptx", "routes/results/report-file.tsx", { id: "report-pptx" }),
  route("assessments/:assessmentId/draft/report.docx", "routes/results/report-file.tsx", { id: "draft-report-docx" }),
  route("assessments/:assessmentId/draft/report.pptx", "routes/results/report-file.tsx", { id: "draft-report-pptx" }),
  route("health", "routes/shell/health.tsx"),
  route("ready", "routes/shell/ready.tsx"),
  route("metrics", "routes/shell/metrics.tsx"),
  route("*", "routes/shell/not-found.tsx"),
] satisfies RouteConfig;
