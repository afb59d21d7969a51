import { pictureResponse } from "~/services/results/files/result-files.server";
import { IMAGE_FORMATS } from "~/views/paths";
import { withFile } from "~/with-user.server";

/** 'Download image' of one table or chart; the ending of the address tells in which format. */
export const loader = withFile(({ request, params, context }) => {
  const ending = new URL(request.url).pathname.split(".").at(-1)?.toLowerCase();
  const format = IMAGE_FORMATS.find((each) => each === ending) ?? "jpg";
  return pictureResponse(context, params.assessmentId ?? "", { exhibitId: params.exhibit ?? "", format }, request);
});
