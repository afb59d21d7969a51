import { useLoaderData } from "@remix-run/react";
import { ProfileScreen } from "~/components/engagements/ProfileScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadProfile } from "~/services/engagements/profile.server";
import { profilePaths } from "~/views/engagement-profile";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `Profile of ${page.name}`, "Profile");

/** The scores of an engagement's assessments beside each other. The screen does not exist if the upstream keeps no engagements. */
export const loader = withUser(async ({ request, params, context }) => {
  const [{ sections, opened: _, ...page }, { drawCharts }, { renderSections }] = await Promise.all([
    loadProfile(context, params.engagementId ?? "", new URL(request.url).searchParams),
    // Imported when the first result is opened, not at start.
    import("~/components/charts/draw.server"),
    import("~/components/results/ResultBody.server"),
    releaseLeft(context, request),
  ]);
  const html = renderSections(sections, drawCharts({ sections }), {
    ...{ tab: sections[0]?.tab ?? "", opened: false, images: page.images },
    imageAt: (exhibit, image) => profilePaths.image(page.id, exhibit, image),
  });
  return { page: { ...page, isEmpty: sections.length === 0 }, html: context.markup.give(html) };
});

export default function EngagementProfile() {
  return <ProfileScreen {...useLoaderData<typeof loader>()} />;
}
