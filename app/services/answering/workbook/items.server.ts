/** An assessment as the rows of its workbook, to write a workbook and to compare one that comes back. */
import type { Assessment } from "#model/contract/assessments.ts";
import { howToRate, SCALE_SOURCE } from "#model/how-to-rate.ts";
import type { Item, ItemGroup } from "~/services/answering/answering-model.server";
import { answeringOf } from "~/services/answering/models.server";
import type { BeforeColumn } from "~/services/answering/workbook/before-column.server";
import type { VoicesColumn } from "~/services/answering/workbook/voices-column.server";
import { loadFor } from "~/services/faults.server";
import { readOverview, titleOf } from "~/services/upstream/assessments.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { AnswersWorkbook } from "~/views/answering/workbook";

/** Everything that can be answered, in the groups that become sheets. @throws LoadFailure, SessionOver */
export async function loadItems(api: UserApi, assessment: Assessment): Promise<ItemGroup[]> {
  return answeringOf(assessment).listItems(assessment, await loadFor("assessment", readOverview(api, assessment)));
}

/** The items of all groups by their places. */
export const itemsByPlace = (groups: readonly ItemGroup[]): ReadonlyMap<string, Item> =>
  new Map(groups.flatMap(({ items }) => items.map((item) => [item.place, item])));

interface ColumnsToRead {
  /** By place; undefined where the upstream keeps none. */
  evidence: ReadonlyMap<string, string> | undefined;
  /** Undefined where there is none. */
  before: BeforeColumn | undefined;
  /** Undefined where there are no voices. */
  voices: VoicesColumn | undefined;
}

/**
 * The content of an assessment's workbook.
 * @param downloaded the present moment
 */
export function workbookContent(
  assessment: Assessment,
  groups: readonly ItemGroup[],
  { evidence, before, voices }: ColumnsToRead,
  downloaded: Date,
): AnswersWorkbook {
  const { assessmentType: model } = assessment;
  return {
    before: before?.head,
    assessmentId: String(assessment.id),
    name: titleOf(assessment),
    model,
    facts: [
      { label: "Organization", value: assessment.organization?.name ?? "Not provided" },
      { label: "Model and scope", value: [model, assessment.selectedScope ?? ""].join(" ").trim() },
      ...answeringOf(assessment).workbookFacts(assessment),
      ...(before ? [{ label: "Assessment before", value: before.name }] : []),
    ],
    groups: groups.map(({ name, items }) => ({
      name,
      items: items.map((item) => ({
        ...item,
        ...(evidence ? { evidence: evidence.get(item.place) ?? "" } : {}),
        ...(before ? { before: before.at(item) } : {}),
        ...(voices ? { voices: voices(item) } : {}),
      })),
    })),
    howToRate: [
      ...howToRate(model),
      ...(groups.some(({ items }) => items.some(isComponent)) ? howToRate("component").slice(0, 1) : []),
      SCALE_SOURCE,
    ],
    levels: answeringOf(assessment).levels,
    downloaded: downloaded.toISOString(),
  };
}

const isComponent = ({ kind }: Item) => kind === "component";
