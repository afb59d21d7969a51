/** What only the set-up of ITIL assessments has (docs/rules/setup-and-scope.md#itil-scope). */
import type { ItilAssessment } from "#model/contract/assessments.ts";
import { findItilScope, ITIL_SCOPES, type ItilScope, PRACTICE_GROUPS } from "#model/itil/catalogue.ts";
import { isComputed } from "#model/itil/explain.ts";
import { practicesFor } from "#model/itil/recommend.ts";
import {
  assessesMaturity,
  callsForComprehensive,
  completeChoice,
  componentsOf,
  countedPractices,
  itilScopeIssues,
  lockedPractices,
  type PracticeChoice,
  practicesFollowing,
} from "#model/itil/scope.ts";
import { isStarted, SCOPE_IS_FIXED } from "#model/status.ts";
import { loadFor } from "~/services/faults.server";
import { messagesByField } from "~/services/http/submission.server";
import { readSuggestedSetUp } from "~/services/setup/scope-questions.server";
import { countStatements, namesOf, requireScope, type SetUpModel } from "~/services/setup/set-up-model.server";
import { practicesOf } from "~/services/upstream/itil-assessments.server";
import { listCapabilities, listMaturities } from "~/services/upstream/reference-lists.server";
import { richText } from "~/services/upstream/rich-text.server";
import {
  choiceIn,
  type Fact,
  type ItilChoices,
  type ItilScopeStep,
  itilLikelySize,
  itilScopeSize,
  practicesIn,
  timeToAnswer,
} from "~/views/setup";

/** What an update sends of the chosen practices, and of the components that come with their scope. */
function itilScopeFields(
  [practices, components]: readonly [readonly { id: number; name: string }[], readonly { id: number; name: string }[]],
  scope: ItilScope,
  choice: readonly PracticeChoice[],
) {
  const names = new Map(practices.map(({ id, name }) => [id, name]));
  const isSelected = componentsOf(scope);
  return {
    capabilities: choice.map(({ id, mode }) => ({ id, name: names.get(id) ?? "", selectionMode: mode })),
    maturities: components.map(({ id, name }) => ({ id, name, isSelected: isSelected.includes(id) })),
  };
}

export const itilSetUp: SetUpModel<ItilAssessment, ItilScopeStep> = {
  scopes: ITIL_SCOPES,
  scopeParts: "The practices",
  scopeMayBeOpen: true,
  readSuggestion: readSuggestedSetUp,

  async loadScope(api, assessment, request, source = assessment) {
    const [practices, components] = await loadFor("assessment", Promise.all([listCapabilities(api), listMaturities(api)]));
    const scope = requireScope(assessment, findItilScope);
    const locked = lockedPractices(scope).map(({ id }) => id);
    const saved = practicesOf(source).filter(({ id }) => practices.some((practice) => practice.id === id));
    // Suggested practices count only as long as no scope has been saved.
    const chosen: ItilChoices = {
      practices:
        saved.length > 0 ? completeChoice(scope, saved) : practicesFor(scope, request ? readSuggestedSetUp(request).practiceIds : []),
    };
    return {
      model: "ITIL",
      selectedScope: scope,
      isStarted: isStarted(assessment.status),
      groups: PRACTICE_GROUPS.map(({ group, name }) => ({
        id: group,
        name: `${name} practices`,
        practices: practices
          .filter((practice) => practice.group === group)
          .map(({ id, code, name, help, criteria }) => ({
            ...{ id, code, name, help: richText(help), locked: locked.includes(id) },
            statements: assessment.capabilities?.find((saved) => saved.id === id)?.totalQuestions ?? criteria,
          })),
      })),
      components: assessesMaturity(scope)
        ? components.map((item) => ({ id: item.id, name: item.name, help: richText(item.help), isComputed: isComputed(item) }))
        : [],
      chosen,
    };
  },

  async readScope(api, assessment, form) {
    const { groups } = await itilSetUp.loadScope(api, assessment);
    const components = await loadFor("assessment", listMaturities(api));
    const isFixed = isStarted(assessment.status);
    let practices = practicesIn(form);
    const [group, value = ""] = String(form.get("setGroup") ?? "").split(":");
    const whole = groups.find(({ id }) => id === group)?.practices.filter(({ locked }) => !locked);
    if (whole) {
      const others = practices.filter(({ id }) => !whole.some((practice) => practice.id === id));
      practices = [...others, ...whole.flatMap(({ id }) => choiceIn(id, value))];
    }
    let selectedScope = requireScope(assessment, findItilScope);
    const isTooMany = callsForComprehensive(selectedScope, practices);
    if (isTooMany && !isFixed && form.get("confirm") === "comprehensive") selectedScope = "Comprehensive";
    const issues = itilScopeIssues({ selectedScope, practices });
    if (isTooMany && isFixed) issues.push({ path: "capabilities", message: SCOPE_IS_FIXED });
    const all = completeChoice(selectedScope, practices);
    const offered = groups.flatMap((each) => each.practices);
    return {
      chosen: { practices: all },
      errors: messagesByField(issues),
      tooMany: isTooMany && !isFixed && selectedScope === "Maturity" ? countedPractices("Maturity", all) : undefined,
      update: { selectedScope, ...itilScopeFields([offered, components], selectedScope, all) },
    };
  },

  async findLost(_api, { capabilities = [] }, { practices }) {
    return capabilities
      .filter(({ id, answeredQuestions }) => answeredQuestions > 0 && !practices.some((practice) => practice.id === id))
      .map(({ name }) => name);
  },

  scopeFacts({ capabilities, maturities }) {
    const inMode = (wanted: PracticeChoice["mode"]) => {
      const chosen = capabilities?.filter(({ selectionMode }) => selectionMode === wanted);
      // Of a scope that was chosen, an empty rank is a choice too, and nothing that is missing.
      return capabilities?.length && chosen?.length === 0 ? "None" : namesOf(chosen);
    };
    const components = maturities?.filter(({ isSelected }) => isSelected);
    return [
      ["Primary", inMode(1)],
      ["Supporting", inMode(2)],
      ...(components?.length ? ([["Maturity components", namesOf(components)]] as Fact[]) : []),
    ];
  },

  sizeFacts({ capabilities = [], maturities = [] }) {
    if (capabilities.length === 0) return [];
    const components = maturities.filter((item) => item.isSelected && !isComputed(item)).length;
    const statements = countStatements(capabilities);
    return [
      ["To answer", itilScopeSize(statements, capabilities.length, components)],
      ["Likely to be asked", itilLikelySize(statements)],
      ["Time to answer", timeToAnswer(statements + components)],
    ];
  },

  scoredCodes: ({ capabilities = [], maturities = [] }) =>
    [...capabilities, ...maturities.filter(({ isSelected }) => isSelected)].map(({ code }) => code),

  levelNote: () => undefined,

  async scopeFollowing(api, stored, { selectedScope }) {
    const scope = findItilScope(selectedScope);
    const saved = practicesOf(stored);
    if (!scope || scope === stored.selectedScope || saved.length === 0) return {};
    return itilScopeFields(await Promise.all([listCapabilities(api), listMaturities(api)]), scope, practicesFollowing(scope, saved));
  },

  scopeConsequence: () => undefined,
};
