import { assessmentForm } from "#model/contract/assessments.ts";
import { organizationForm } from "#model/contract/organizations.ts";
import { type Api, createdReply, type Handlers, idParameter, ok } from "../handlers.ts";
import { createAssessment, listAssessments } from "../services/assessments.ts";
import {
  changeOrganization,
  createOrganization,
  describeOrganization,
  listOrganizations,
  readableOrganization,
} from "../services/organizations.ts";

export function organizationRoutes(app: Api, { reading, writing }: Handlers): void {
  app.get("/organizations", reading(listOrganizations));
  app.post(
    "/organizations",
    writing(organizationForm, async (work, form) => createdReply(await createOrganization(work, form))),
  );
  app.get(
    "/organizations/:id",
    reading(async (work, context) => ({
      organization: describeOrganization(await readableOrganization(work, idParameter(context, "id"))),
    })),
  );
  app.put(
    "/organizations/:id",
    writing(organizationForm, async (work, form, context) =>
      ok({ organization: await changeOrganization(work, idParameter(context, "id"), form) }),
    ),
  );
  app.get(
    "/organizations/:id/assessments",
    reading((work, context) => listAssessments(work, idParameter(context, "id"))),
  );
  app.post(
    "/organizations/:id/assessments",
    writing(assessmentForm, async (work, form, context) => createdReply(await createAssessment(work, idParameter(context, "id"), form))),
  );
}
