/** The guided questions about the scope of an ITIL assessment, and what they recommend (docs/rules/itil.md#scope-questions). */

import type { SubmissionResult } from "@conform-to/react";
import { z } from "zod";
import { ITIL_SCOPES, PRACTICES } from "#model/itil/catalogue.ts";
import { BREADTHS, PURPOSES, recommendScope } from "#model/itil/recommend.ts";
import { NAME_MAX, textMessages } from "#model/text.ts";
import type { UserContext } from "~/services/context.server";
import { Forbidden, loadFor } from "~/services/faults.server";
import { lineText } from "~/services/http/form-schema.server";
import { readSubmission } from "~/services/http/submission.server";
import { readOrganizations } from "~/services/upstream/organizations.server";
import { modelsOf, requireWriter } from "~/services/upstream/permissions.server";
import { listCapabilities } from "~/services/upstream/reference-lists.server";
import { paths, type SuggestedSetUp } from "~/views/paths";
import type { Advice, ScopeQuestionsPage } from "~/views/setup";
import type { FailurePage } from "~/views/shell";

const oneOf = <T extends string>(values: readonly T[]) =>
  z.enum(values, { error: ({ input }) => (input === undefined ? textMessages.required : textMessages.oneOf) });

/** The schema of the answers. They are part of the address, so that they can be changed, bookmarked and shared. */
function answersSchema(organizationIds: readonly string[], practiceIds: readonly number[]) {
  const known = (id: number) => practiceIds.includes(id);
  return z.object({
    organization: oneOf(organizationIds),
    purpose: oneOf(PURPOSES),
    wantsRating: oneOf(["true", "false"]).transform((value) => value === "true"),
    breadth: oneOf(BREADTHS),
    practices: z.preprocess(
      (value) => (value === undefined ? [] : [value].flat()),
      z.array(z.coerce.number().refine(known, textMessages.oneOf)),
    ),
    wantsCertificate: z
      .literal("on", textMessages.switches)
      .optional()
      .transform((value) => value === "on"),
    name: lineText(NAME_MAX).optional(),
  });
}

const NOT_FOR_THIS_ACCOUNT: FailurePage = {
  title: "Sorry, access denied.",
  description: "These questions are about ITIL assessments, which your account cannot work with.",
  next: { href: paths.home(), label: "Go to the home screen" },
};

/**
 * The questions with the answers so far, and the advice once everything needed is answered.
 * @throws Forbidden for an account without the role ITIL; LoadFailure
 */
export async function loadScopeQuestions(context: UserContext, request: Request): Promise<ScopeQuestionsPage> {
  if (!(await modelsOf(context)).includes("ITIL")) throw new Forbidden(NOT_FOR_THIS_ACCOUNT);
  await requireWriter(context);
  const { searchParams } = new URL(request.url);
  const [{ entries, total }, practices] = await Promise.all([
    readOrganizations(context.api, "mine", { open: searchParams.get("organization") ?? context.lastOrganization.find() }),
    loadFor("dashboard", listCapabilities(context.api)),
  ]);
  const organizations = entries.map(({ organization: { id, name } }) => ({ id: String(id), name }));
  const last = organizations.find(({ id }) => id === context.lastOrganization.find()) ?? organizations[0];
  const given: Record<string, string | string[]> = {};
  for (const name of new Set(searchParams.keys())) {
    const [first = "", ...others] = searchParams.getAll(name);
    given[name] = others.length > 0 ? [first, ...others] : first;
  }
  // Without script 'Select all' sends the form, which comes back with all practices chosen.
  const isOnlyFilled = searchParams.has("selectAll");
  if (isOnlyFilled) given.practices = practices.map(({ id }) => String(id));
  const wasSent = searchParams.has("ask") && !isOnlyFilled;
  let rejected: SubmissionResult<string[]> | undefined;
  let advice: Advice | undefined;
  if (wasSent) {
    const schema = answersSchema(
      organizations.map(({ id }) => id),
      practices.map(({ id }) => id),
    );
    const submission = readSubmission(searchParams, schema);
    if (submission.status === "success") {
      const { organization, practices: practiceIds, name, ...answers } = submission.value;
      const recommended = recommendScope({ ...answers, practiceIds });
      advice = {
        ...recommended,
        organization: organizations.find(({ id }) => id === organization)?.name ?? "",
        practices: practices.filter(({ id }) => practiceIds.includes(id)).map((practice) => practice.name),
        create: paths.assessmentCreate(organization, { scope: recommended.scope, name, practiceIds }),
      };
    } else rejected = submission.reply();
  }
  return {
    organizations,
    further: total - organizations.length,
    practices: practices.map(({ id, name, help }) => ({ id, name, help })),
    given: { organization: last?.id ?? "", ...given },
    rejected,
    advice,
    links: { here: paths.scopeQuestions(), createOrganization: paths.organizationCreate() },
  };
}

/** Reads from an address what was recommended for a new assessment. Values that make no sense are left out. */
export function readSuggestedSetUp(request: { url: string }): SuggestedSetUp {
  const { searchParams } = new URL(request.url);
  const name = searchParams.get("name")?.slice(0, NAME_MAX);
  const practiceIds = (searchParams.get("practices") ?? "").split("-").map(Number);
  return {
    scope: ITIL_SCOPES.find((scope) => scope === searchParams.get("scope")),
    name: name || undefined,
    practiceIds: PRACTICES.map(({ id }) => id).filter((id) => practiceIds.includes(id)),
  };
}
