import { useLoaderData } from "@remix-run/react";
import { RegisterScreen } from "~/components/evidence/RegisterScreen";
import { titled } from "~/components/shell/Page";
import { loadRegister } from "~/services/evidence/register.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `Evidence of ${page.assessment.name}`, "Evidence");

/** The evidence of an assessment of either model. The screen does not exist if the upstream keeps none. */
export const loader = withUser(async ({ request, params, context }) => {
  return { page: await loadRegister(context, params.assessmentId ?? "", request) };
});

export default function Register() {
  return <RegisterScreen page={useLoaderData<typeof loader>().page} />;
}
