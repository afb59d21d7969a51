/** The Excel file of a profile, and the images of its tables and charts (docs/rules/engagements.md#the-profile). */
import type { Id } from "#model/contract/common.ts";
import { overallNames } from "#model/score-names.ts";
import { counted } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { hasResult, type OpenedMember, type ResultMember } from "~/services/engagements/members.server";
import { headingOf, type LoadedProfile, loadProfile, namesIn, profiled, standingOf } from "~/services/engagements/profile.server";
import { Redirect } from "~/services/faults.server";
import { attachment, fileName } from "~/services/http/file-names.server";
import { NONE, textOrNone, whole } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, textColumn } from "~/services/results/blocks/columns.server";
import { imageName } from "~/services/results/files/file-names.server";
import { keptPictures, pictureTag } from "~/services/results/files/picture-cache.server";
import { findPart, pictureContent } from "~/services/results/files/picture-content.server";
import { pictureStyle } from "~/services/upstream/style.server";
import { excelResponse, fileResponse, noteTaken, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { shortDate } from "~/views/dates";
import { NO_COMMON_FIGURE, profilePaths } from "~/views/engagement-profile";
import type { ImageFormat } from "~/views/paths";
import type { Cell, Result, Sheet } from "~/views/result";

const wayBack = (engagementId: Id) => ({
  next: { href: profilePaths.screen(engagementId), label: "Back to the profile" },
  safe: "The assessments themselves are safe.",
});

/** The history of each assessment says that its figures were taken out. */
function noteAll({ api }: UserContext, members: readonly ResultMember[], what: string): void {
  for (const { result } of members) noteTaken(api, result.assessment.id, what);
}

type Named = Parameters<typeof namesIn>[0][number];
type Row = { name: string };

/** A sheet with a row for each name, and for each assessment a column of scores, and one of levels where they are something else. */
function profileSheet(name: string, unit: string, members: readonly ResultMember[], lists: readonly Named[], hasLevels: boolean): Sheet {
  const cellOf = (list: Named | undefined, { name: row }: Row): Cell =>
    (list as readonly { name: string; cell: Cell }[] | undefined)?.find((each) => each.name === row)?.cell ?? NONE;
  const levelIn = ({ aside }: Cell): Cell => (aside === undefined ? NONE : whole(Number(aside.replace("level ", ""))));
  const columns = members.flatMap((member, index): SharedColumn<Row>[] => {
    const heading = headingOf(member);
    return [
      { title: heading, kind: "decimal", width: 16, cell: (row) => cellOf(lists[index], row) },
      ...(hasLevels
        ? [{ title: `${heading}: level`, kind: "whole" as const, width: 16, cell: (row: Row) => levelIn(cellOf(lists[index], row)) }]
        : []),
    ];
  });
  const rows = namesIn(lists).map((each) => ({ name: each }));
  return sheetOf(name, [textColumn(unit, 36, (row: Row) => row.name, { names: true }), ...columns], rows, { note: NO_COMMON_FIGURE });
}

const MEMBER_COLUMNS: readonly SharedColumn<OpenedMember>[] = [
  textColumn("Assessment", 40, ({ name }) => name),
  { ...textColumn<OpenedMember>("Unit", 24, () => ""), cell: ({ member }) => textOrNone(member.unit) },
  { ...textColumn<OpenedMember>("Model", 10, () => ""), cell: ({ member }) => textOrNone(member.assessment?.assessmentType) },
  { ...textColumn<OpenedMember>("Scope", 18, () => ""), cell: ({ member }) => textOrNone(member.assessment?.selectedScope) },
  textColumn("Standing", 26, standingOf),
  {
    ...textColumn<OpenedMember>("In scope", 40, () => ""),
    cell: (each) => textOrNone(hasResult(each) ? each.result.assessment.extent : ""),
  },
  ofOverall(overallNames(undefined).score, "decimal", "score"),
  ofOverall("Maturity", "whole", "level"),
];

function ofOverall(title: string, kind: "decimal" | "whole", which: "score" | "level"): SharedColumn<OpenedMember> {
  return { title, kind, width: 14, cell: (each) => (hasResult(each) ? profiled(each.result).overall[which] : undefined) ?? NONE };
}

function sheetsOf({ opened }: LoadedProfile): Sheet[] {
  const of = (model: Result["model"]) => opened.filter(hasResult).filter(({ result }) => result.model === model);
  const [p3m3, itil] = [of("P3M3"), of("ITIL")];
  const [perspectives, practices] = [p3m3.map(({ result }) => profiled(result)), itil.map(({ result }) => profiled(result))];
  const scores = (all: typeof perspectives) => all.map((each) => each.scores);
  const components = practices.map((each) => each.components);
  return [
    sheetOf("Assessments", MEMBER_COLUMNS, opened),
    ...(p3m3.length > 0 ? [profileSheet("P3M3", "Perspective", p3m3, scores(perspectives), true)] : []),
    ...(itil.length > 0 ? [profileSheet("ITIL practices", "Practice", itil, scores(practices), false)] : []),
    ...(components.some(({ length }) => length > 0) ? [profileSheet("ITIL components", "Component", itil, components, false)] : []),
  ];
}

/** Answers 'Export to Excel'. @throws NotFound, LoadFailure */
export async function profileWorkbook(context: UserContext, engagementId: Id, request: Request): Promise<Response> {
  const tooMany = tooManyFiles(context, "Excel file", wayBack(engagementId));
  if (tooMany) return tooMany;
  const profile = await loadProfile(context, engagementId, new URLSearchParams());
  const title = `Profile of ${profile.name}`;
  const { organization, opened } = profile;
  const content = {
    ...{ title, subject: title, company: organization.name, keywords: "profile, engagement" },
    facts: `${organization.name}, ${counted(opened.length, "assessment")}, as of ${shortDate(new Date().toISOString())}`,
    sheets: sheetsOf(profile),
  };
  return unlessTaskFails(context, wayBack(profile.id), "Excel file", async () => {
    const workbook = await runTask("writeSheets", content, { person: context.user.email, asker: request.signal });
    noteAll(context, opened.filter(hasResult), "Excel file of a profile");
    return excelResponse(workbook, fileName(new Date(), undefined, title, "xlsx"));
  });
}

/**
 * Answers 'Download image' for a table or chart of the profile, or for a part of a long table.
 * @throws Redirect to the profile where it has no such table, chart or part; NotFound, LoadFailure
 */
export async function profilePicture(
  context: UserContext,
  engagementId: Id,
  { exhibitId, format }: { exhibitId: string; format: ImageFormat },
  request: Request,
): Promise<Response> {
  const tooMany = tooManyFiles(context, "image", wayBack(engagementId));
  if (tooMany) return tooMany;
  const query = new URL(request.url).searchParams;
  const [profile, style] = await Promise.all([loadProfile(context, engagementId, query), pictureStyle(context.api)]);
  const { id, name, organization, sections, opened } = profile;
  const exhibits = sections.flatMap((each) => each.exhibits);
  const exhibit = exhibits.find((each) => each.id === exhibitId);
  const partName = query.get("part");
  const part = exhibit && partName !== null ? findPart(exhibit, Number(partName)) : undefined;
  const members = opened.filter(hasResult).filter(({ result }) => exhibitId.startsWith(result.model.toLowerCase()));
  const [first] = members;
  if (!exhibit || !first || (partName !== null && !part)) throw new Redirect(profilePaths.screen(id));
  const about = {
    model: first.result.model,
    assessment: { id: String(id), name, scope: "profile", test: false, createdBy: "" },
    organization: { ...first.result.organization, name: organization.name },
  };
  const content = pictureContent(exhibit, about, format, part, style);
  const tag = pictureTag(content);
  const headers = { ETag: tag, "Cache-Control": "private, no-cache" };
  if (request.headers.get("If-None-Match")?.includes(tag)) return new Response(null, { status: 304, headers });
  return unlessTaskFails(context, wayBack(id), "image", async () => {
    const picture = await keptPictures.picture(tag, content, context.user.email);
    noteAll(context, members, `image of a profile: ${exhibit.title}`);
    return fileResponse(picture, {
      ...headers,
      "Content-Type": format === "svg" ? "image/svg+xml" : `image/${format === "jpg" ? "jpeg" : format}`,
      "Content-Disposition": attachment(imageName(new Date(), first.result.model, name, { title: exhibit.title, part, format })),
    });
  });
}
