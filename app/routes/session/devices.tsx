import { Button } from "@radix-ui/themes";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { DeviceTable } from "~/components/session/DeviceTable";
import { EverywhereQuestion } from "~/components/session/EverywhereQuestion";
import { Page, screenTitle } from "~/components/shell/Page";
import { releaseLocks } from "~/services/answering/locks.server";
import { loading } from "~/services/http/failures.server";
import { listDevices, requireDevices, signDevicesOut } from "~/services/session/devices.server";
import { paths } from "~/views/paths";

export const meta: MetaFunction = () => [{ title: screenTitle("Signed-in devices") }];

/** The devices that one is signed in on. There is no such screen where the upstream cannot end sessions. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  await requireDevices();
  const [devices] = await Promise.all([loading("dashboard", listDevices(context)), releaseLocks(context, request)]);
  return { devices, asksEverywhere: new URL(request.url).searchParams.get("confirm") === "everywhere" };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await context.requireUser(request);
  await requireDevices();
  return loading("dashboard", signDevicesOut(context, await request.formData()));
}

export default function Sessions() {
  const { devices, asksEverywhere } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Signed-in devices"
      subtitle="Where you are signed in at the moment. Sign out any device that you do not recognize or no longer use."
      actions={
        <Button asChild variant="soft">
          <Link to={paths.sessions({ confirm: "everywhere" })} preventScrollReset>
            Sign out everywhere
          </Link>
        </Button>
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
