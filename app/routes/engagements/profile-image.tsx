import { profilePicture } from "~/services/engagements/profile-files.server";
import { IMAGE_FORMATS } from "~/views/paths";
import { withFile } from "~/with-user.server";

/** 'Download image' of one table or chart of a profile; the ending of the address tells in which format. */
export const loader = withFile(({ request, params, context }) => {
  const ending = new URL(request.url).pathname.split(".").at(-1)?.toLowerCase();
  const format = IMAGE_FORMATS.find((each) => each === ending) ?? "jpg";
  return profilePicture(context, params.engagementId ?? "", { exhibitId: params.exhibit ?? "", format }, request);
});
