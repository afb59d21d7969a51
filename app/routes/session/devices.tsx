import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { DeviceTable, EverywhereQuestion } from "~/components/session/Devices";
import { Page, screenTitle } from "~/components/shell/Page";
import { ButtonLink } from "~/components/shell/parts";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadFor } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { listDevices, signDevicesOut } from "~/services/session/devices.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { paths } from "~/views/paths";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Signed-in devices") }];

/** The devices that the user is signed in on. The screen does not exist if the upstream cannot end sessions. */
export const loader = withUser(async ({ request, context }) => {
  await requireExtension("logout");
  const [devices] = await Promise.all([loadFor("dashboard", listDevices(context.api)), releaseLeft(context, request)]);
  return { devices, asksEverywhere: new URL(request.url).searchParams.get("confirm") === "everywhere" };
});

export const action = withUser(async ({ request, context }) => {
  await requireExtension("logout");
  return loadFor("dashboard", signDevicesOut(context, await readForm(request)));
});

export default function Sessions() {
  const { devices, asksEverywhere } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Signed-in devices"
      subtitle="Where you are signed in at the moment. Log out any device that you do not recognize or no longer use."
      actions={
        <ButtonLink to={paths.sessions({ confirm: "everywhere" })} preventScrollReset variant="soft">
          Log out everywhere
        </ButtonLink>
      }
    >
      <DeviceTable devices={devices} />
      <p className="small muted">
        Every session ends after 12 hours at the latest. While somebody only reads, 'Last seen' may be up to half an hour behind.
      </p>
      {asksEverywhere ? <EverywhereQuestion /> : null}
    </Page>
  );
}
