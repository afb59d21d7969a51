/** What only the set-up of P3M3 assessments has (docs/rules/setup-and-scope.md#p3m3-scope). */
import type { AssessmentForm, P3m3Assessment } from "#model/contract/assessments.ts";
import { type CatalogueItem, findP3m3Scope, LEVEL_NAMES, LEVELS, P3M3_SCOPES, PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { lockedScope, p3m3ScopeFollowing, p3m3ScopeIssues, threadsOffered } from "#model/p3m3/scope.ts";
import { loadFor } from "~/services/faults.server";
import { messagesByField } from "~/services/http/submission.server";
import { descopeAgain, findDescopedBefore } from "~/services/setup/descoped-before.server";
import { countStatements, namesOf, requireScope, type SetUpModel } from "~/services/setup/set-up-model.server";
import { versionOf } from "~/services/setup/wizard.server";
import { getP3m3Progress, identify } from "~/services/upstream/p3m3-assessments.server";
import { listPerspectives, listThreads } from "~/services/upstream/reference-lists.server";
import { DESCOPE_FIELD, type Fact, likelySize, type P3m3Choices, type P3m3ScopeStep, scopeSize, timeToAnswer } from "~/views/setup";

/** What an update sends of the chosen perspectives and threads. */
function p3m3ScopeFields(
  [perspectives, threads]: readonly [readonly CatalogueItem[], readonly CatalogueItem[]],
  { perspectiveIds, threadIds }: Pick<P3m3Choices, "perspectiveIds" | "threadIds">,
) {
  const items = (list: readonly CatalogueItem[], ids: readonly number[]) =>
    list.filter(({ id }) => ids.includes(id)).map(({ id, code, name }) => ({ id, code, name }));
  return { perspectives: items(perspectives, perspectiveIds), threads: items(threads, threadIds) };
}

type P3m3StoredChoices = Pick<P3m3Choices, "perspectiveIds" | "threadIds">;

const idsOf = (items: readonly { id: number }[] = []) => items.map(({ id }) => id);
const savedIn = ({ perspectives, threads }: P3m3Assessment): P3m3StoredChoices => ({
  perspectiveIds: idsOf(perspectives),
  threadIds: idsOf(threads),
});

/** The saved scope, and what a profile makes of it. */
function savedAndFollowed(stored: P3m3Assessment, form: AssessmentForm): { saved: P3m3StoredChoices; followed: P3m3StoredChoices } {
  const saved = savedIn(stored);
  const selectedScope = findP3m3Scope(form.selectedScope);
  return { saved, followed: selectedScope ? p3m3ScopeFollowing({ selectedScope, certified: form.certified === true }, saved) : saved };
}

const isSameScope = (one: P3m3StoredChoices, other: P3m3StoredChoices) =>
  one.perspectiveIds.length === other.perspectiveIds.length &&
  one.threadIds.every((id) => other.threadIds.includes(id)) &&
  one.threadIds.length === other.threadIds.length;

export const p3m3SetUp: SetUpModel<P3m3Assessment, P3m3ScopeStep> = {
  scopes: P3M3_SCOPES,
  scopeParts: "Level, perspectives and threads",
  scopeMayBeOpen: false,
  readSuggestion: () => undefined,

  async loadScope(api, assessment, _request, source = assessment) {
    const selectedScope = requireScope(assessment, findP3m3Scope);
    const [perspectives, threads] = await loadFor("assessment", Promise.all([listPerspectives(api), listThreads(api)]));
    const offered = threadsOffered(selectedScope).map(({ id }) => id);
    const certified = assessment.certified === true;
    const locked = lockedScope(certified);
    const followed = p3m3ScopeFollowing({ selectedScope, certified }, savedIn(source));
    const chosen: P3m3Choices = {
      selectedLevel: source.selectedLevel,
      perspectiveIds: [...new Set([...followed.perspectiveIds, ...locked.perspectiveIds])],
      threadIds: [...new Set([...followed.threadIds, ...locked.threadIds])],
    };
    return {
      model: "P3M3",
      perspectives: perspectives.map((item) => ({ ...item, locked: locked.perspectiveIds.includes(item.id) })),
      threads: threads.filter(({ id }) => offered.includes(id)).map((item) => ({ ...item, locked: locked.threadIds.includes(item.id) })),
      chosen,
    };
  },

  withDescoped: async (api, assessment, step) => ({ ...step, descopedBefore: await findDescopedBefore(api, assessment) }),
  descopeAgain,

  async readScope(api, assessment, form) {
    const { perspectives, threads } = await p3m3SetUp.loadScope(api, assessment);
    const every = form.get("selectAll");
    const ids = (name: string, offered: readonly { id: number }[]) =>
      every === name ? offered.map(({ id }) => id) : [...new Set(form.getAll(name).map(Number))];
    const level = form.get("selectedLevel");
    const chosen: P3m3Choices = {
      selectedLevel: level === null || level === "" ? null : Number(level),
      perspectiveIds: ids("perspectives", perspectives),
      threadIds: ids("threads", threads),
    };
    if (form.has(DESCOPE_FIELD)) chosen.descopes = true;
    const issues = p3m3ScopeIssues({
      selectedScope: requireScope(assessment, findP3m3Scope),
      certified: assessment.certified === true,
      ...chosen,
    });
    return {
      chosen,
      errors: messagesByField(issues),
      update: {
        ...p3m3ScopeFields([perspectives, threads], chosen),
        ...(chosen.selectedLevel === null ? {} : { selectedLevel: chosen.selectedLevel }),
      },
    };
  },

  /** As 'Perspective – Thread'. */
  async findLost(api, assessment, { perspectiveIds, threadIds }) {
    const isNarrower =
      assessment.perspectives?.some(({ id }) => !perspectiveIds.includes(id)) ||
      assessment.threads?.some(({ id }) => !threadIds.includes(id));
    if (!isNarrower) return [];
    const { perspectivesProgress } = await getP3m3Progress(api, assessment.id);
    return perspectivesProgress.flatMap((perspective) =>
      perspective.threads
        .filter(
          (thread) =>
            thread.started && !(perspectiveIds.includes(perspective.id) && threadIds.includes(identify(assessment.threads, thread).id)),
        )
        .map((thread) => `${perspective.name} – ${thread.name}`),
    );
  },

  scopeFacts({ selectedLevel: level, perspectives, threads }) {
    return [
      ["Level", level === null ? "Not Provided" : `Level ${level} – ${LEVEL_NAMES[level]}`],
      ["Perspectives", namesOf(perspectives)],
      ["Threads", namesOf(threads)],
    ];
  },

  sizeFacts({ perspectives = [], threads = [] }) {
    const whole = perspectives.length * threads.length * LEVELS.length;
    if (whole === 0) return [];
    const statements = countStatements(perspectives);
    const without = whole - statements;
    return [
      ["To answer", `${scopeSize(perspectives.length, threads.length)}${without > 0 ? `, ${without} of them in descoped threads` : ""}`],
      ["Likely to be asked", likelySize(statements / LEVELS.length)],
      ["Time to answer", timeToAnswer(statements)],
    ];
  },

  scoredCodes: ({ perspectives = [] }) => perspectives.map(({ code }) => code),

  levelNote({ selectedLevel: level }) {
    if (level === null || level === 5) return undefined;
    return `The statement of level ${level + 1} becomes available too, once level ${level} is answered Fully.`;
  },

  async scopeFollowing(api, stored, form) {
    const { saved, followed } = savedAndFollowed(stored, form);
    if (isSameScope(saved, followed)) return {};
    return p3m3ScopeFields(await Promise.all([listPerspectives(api), listThreads(api)]), followed);
  },

  scopeConsequence(stored, form) {
    const { saved, followed } = savedAndFollowed(stored, form);
    if (isSameScope(saved, followed)) return undefined;
    const names = (list: readonly CatalogueItem[], ids: readonly number[], others: readonly number[]) =>
      list.filter(({ id }) => ids.includes(id) && !others.includes(id)).map(({ name }) => name);
    const added = [
      ...names(PERSPECTIVES, followed.perspectiveIds, saved.perspectiveIds),
      ...names(THREADS, followed.threadIds, saved.threadIds),
    ];
    const removed = names(THREADS, saved.threadIds, followed.threadIds);
    const size = ({ perspectiveIds, threadIds }: P3m3StoredChoices) => scopeSize(perspectiveIds.length, threadIds.length);
    const facts: Fact[] = [
      ...(added.length > 0 ? [["Added", added.join(", ")] as Fact] : []),
      ...(removed.length > 0 ? [["Taken out", removed.join(", ")] as Fact] : []),
      ["Scope now", size(saved)],
      ["Scope after saving", size(followed)],
    ];
    const reasons = [
      added.length > 0
        ? "Certification covers all seven perspectives and the four mandatory threads. What the saved scope lacks is added."
        : "",
      removed.length > 0 ? "A Project has no Model integration thread, so it is taken out of the saved scope." : "",
      followed.threadIds.length === 0 ? "No thread is left then: choose others in the scope step." : "",
    ].filter(Boolean);
    return { reasons, facts, key: versionOf(facts) };
  },
};
