import { Link } from "@remix-run/react";
import { Moment } from "~/components/shell/Moment";
import type { RequestDelivery, RequestRow } from "~/views/home";

const KINDS = { certification: "Certification", validation: "Independent validation" };
const CHANNELS = { email: "E-mail", webhook: "Webhook" };

/** Requests for certification and validation, and whether they were sent. */
export function RequestTable({ rows }: { rows: readonly RequestRow[] }) {
  return (
    <table className="table cards">
      <thead>
        <tr>
          <th scope="col">Assessment</th>
          <th scope="col">Organization</th>
          <th scope="col">Request</th>
          <th scope="col">Requested</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, kind, requestedAt, requestedBy, team, organization, assessment, deliveries }) => (
          <tr key={id}>
            <th scope="row">
              <Link to={assessment.to}>{assessment.name}</Link>
            </th>
            <td data-label="Organization">
              {organization.name}
              {team === null ? null : <span className="small muted"> {team}</span>}
            </td>
            <td data-label="Request">{KINDS[kind]}</td>
            <td data-label="Requested">
              <Moment iso={requestedAt} /> by {requestedBy}
            </td>
            <td data-label="State">
              {deliveries.length === 0
                ? "Waiting to be sent"
                : deliveries.map((delivery) => <DeliveryState key={delivery.channel} delivery={delivery} />)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
