import { Form } from "@remix-run/react";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Modal } from "~/components/shell/Modal";
import { Moment } from "~/components/shell/Moment";
import { Badge, Button, ButtonLink } from "~/components/shell/parts";
import { Table } from "~/components/shell/Table";
import { paths } from "~/views/paths";
import type { Device } from "~/views/session";

/** The devices that the user is signed in on, each with a button to sign it out. */
export function DeviceTable({ devices }: { devices: readonly Device[] }) {
  return (
    <Table
      className="devices"
      columns={[
        {
          title: "Device",
          names: true,
          show: ({ name, isThisOne }) =>
            isThisOne ? (
              <>
                {name} <Badge color="green">This device</Badge>
              </>
            ) : (
              name
            ),
        },
        { title: "Signed in since", show: ({ since }) => <Moment iso={since} /> },
        {
          title: "Last seen",
          show: ({ isThisOne, lastSeen }) => (isThisOne ? "Now" : lastSeen ? <Moment iso={lastSeen} /> : "Not known"),
        },
        { title: "Actions", isUntitled: true, show: (device) => <SignOut device={device} /> },
      ]}
      rows={devices}
      keyOf={({ id }) => id}
    />
  );
}

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
      <HiddenFields fields={{ intent: "one", session: id, name }} />
      <Button type="submit" size="1" variant="soft" aria-label={`Log out ${name}`}>
        Log out
      </Button>
    </Form>
  );
}

/** Asks before every device is signed out, including this one. */
export function EverywhereQuestion() {
  const isSending = useNavigation().state !== "idle";
  const cancel = paths.sessions();
  return (
    <Modal title="Log out everywhere?" dismissTo={cancel}>
      <p>Every device is signed out at once, including this one. Everything that was saved is safe.</p>
      <Form method="post" action={cancel} reloadDocument>
        <input type="hidden" name="intent" value="everywhere" />
        <div className="row row-end">
          <ButtonLink to={cancel} preventScrollReset variant="soft">
            Cancel
          </ButtonLink>
          <Button type="submit" disabled={isSending}>
            Log out everywhere
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
