import { Form } from "@remix-run/react";
import { Moment } from "~/components/shell/Moment";
import { Badge, Button } from "~/components/shell/parts";
import { paths } from "~/views/paths";
import type { Device } from "~/views/session";

/** The devices that the user is signed in on, each with a button to sign it out. */
export function DeviceTable({ devices }: { devices: readonly Device[] }) {
  return (
    <table className="table cards devices">
      <thead>
        <tr>
          <th scope="col">Device</th>
          <th scope="col">Signed in since</th>
          <th scope="col">Last seen</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {devices.map((device) => (
          <tr key={device.id}>
            <th scope="row">
              {device.name}
              {device.isThisOne ? (
                <>
                  {" "}
                  <Badge color="green">This device</Badge>
                </>
              ) : null}
            </th>
            <td data-label="Signed in since">
              <Moment iso={device.since} />
            </td>
            <td data-label="Last seen">{device.isThisOne ? "Now" : <LastSeen iso={device.lastSeen} />}</td>
            <td>
              <SignOut device={device} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const LastSeen = ({ iso }: { iso: string | null }) => (iso ? <Moment iso={iso} /> : <>Not known</>);

function SignOut({ device: { id, name, isThisOne } }: { device: Device }) {
  // This device logs out in the ordinary way, which also gives back its locks.
  if (isThisOne)
    return (
      <Form method="post" action={paths.signOut()} reloadDocument>
        <Button type="submit" size="1" variant="soft" aria-label="Log out this device">
          Log out
        </Button>
      </Form>
    );
  return (
    <Form method="post" action={paths.sessions()} preventScrollReset>
      <input type="hidden" name="intent" value="one" />
      <input type="hidden" name="session" value={id} />
      <input type="hidden" name="name" value={name} />
      <Button type="submit" size="1" variant="soft" aria-label={`Log out ${name}`}>
        Log out
      </Button>
    </Form>
  );
}
