import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { ExhibitImage, IMAGE_WIDTH } from "~/components/results/ExhibitImage.server";
import { paths } from "~/paths";
import { exhibitsOf, type Report } from "~/report";
import { attachment, imageName } from "~/services/file-names.server";
import { openResultForFile } from "~/services/results.server";

/** 'Download image' of one table or chart. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  // Loaded with the first picture that is asked for, not with the first page.
  const { drawableContent, jpegOf, keptPicture, pictureTag } = await import("~/services/images.server");
  const { drawChart } = await import("~/components/charts/draw.server");
  const { report: shape, source } = await openResultForFile(context, params.assessmentId ?? "", new URL(request.url).searchParams);
  const tag = pictureTag([params.exhibit, source]);
  const headers = { ETag: tag, "Cache-Control": "private, no-cache" };
  if (request.headers.get("If-None-Match")?.includes(tag)) return new Response(null, { status: 304, headers });
  const report = shape();
  const exhibit = exhibitsOf(report).find(({ id }) => id === params.exhibit);
  if (!exhibit) throw redirect(paths.result(report.assessment.id, report.model));
  const picture = await keptPicture(tag, async () => {
    const { content, remark } = await drawableContent({ exhibit, report: aboutOf(report) });
    const drawing = content.exhibit.kind === "table" ? undefined : drawChart(content.exhibit, "image", { withTexts: false });
    return jpegOf(<ExhibitImage exhibit={content.exhibit} report={content.report} drawing={drawing} remark={remark} />, IMAGE_WIDTH);
  });
  const name = imageName(new Date(), report.model, report.assessment.name, exhibit.title);
  return new Response(new Uint8Array(picture), {
    headers: { ...headers, "Content-Type": "image/jpeg", "Content-Disposition": attachment(name) },
  });
}

/** What a picture says beside its exhibit. */
const aboutOf = ({ model, assessment, organization, comparedWith }: Report) => ({
  model,
  assessment,
  organization,
  ...(comparedWith === undefined ? {} : { comparedWith }),
});
