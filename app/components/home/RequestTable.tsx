import { Link } from "@remix-run/react";
import { Moment } from "~/components/shell/Moment";
import { Table } from "~/components/shell/Table";
import type { RequestDelivery, RequestRow } from "~/views/home";

const KINDS = { certification: "Certification", validation: "Independent validation" };
const CHANNELS = { email: "E-mail", webhook: "Webhook" };

/** Requests for certification and validation, and whether they were sent. */
export function RequestTable({ rows }: { rows: readonly RequestRow[] }) {
  return (
    <Table
      columns={[
        { title: "Assessment", names: true, show: ({ assessment }) => <Link to={assessment.to}>{assessment.name}</Link> },
        {
          title: "Organization",
          show: ({ organization, team }) => (
            <>
              {organization.name}
              {team === null ? null : <span className="small muted"> {team}</span>}
            </>
          ),
        },
        { title: "Request", show: ({ kind }) => KINDS[kind] },
        {
          title: "Requested",
          show: ({ requestedAt, requestedBy }) => (
            <>
              <Moment iso={requestedAt} /> by {requestedBy}
            </>
          ),
        },
        {
          title: "State",
          show: ({ deliveries }) =>
            deliveries.length === 0
              ? "Waiting to be sent"
              : deliveries.map((delivery) => <DeliveryState key={delivery.channel} delivery={delivery} />),
        },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
    />
  );
}

function DeliveryState({ delivery: { channel, state, attempts, at, error, isConfigured } }: { delivery: RequestDelivery }) {
  const tried = `Tried ${attempts === 1 ? "once" : `${attempts} times`}`;
  return (
    <div>
      {CHANNELS[channel]}:{" "}
      {state === "sent" ? (
        <>
          sent <Moment iso={at} />
        </>
      ) : null}
      {state === "failed" ? (
        <>
          <strong>failed</strong> <Moment iso={at} />. {tried}.
        </>
      ) : null}
      {state === "waiting" && !isConfigured ? "waiting, but no longer set up." : null}
      {state === "waiting" && isConfigured && attempts === 0 ? "waiting to be sent." : null}
      {state === "waiting" && isConfigured && attempts > 0 ? (
        <>
          waiting. {tried}, next attempt <Moment iso={at} />.
        </>
      ) : null}
      {error ? <span className="small muted"> {error}</span> : null}
    </div>
  );
}
