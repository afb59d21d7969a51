/** Requests as signed POSTs, as https://www.standardwebhooks.com describes them (docs/integrating.md#requests-as-a-webhook). */
import { createHmac } from "node:crypto";
import type { Request } from "../services/outbox.ts";
import { type Carrier, DeliveryError } from "./channel.ts";
import { resultAddress } from "./result-address.ts";
import type { WebhookSettings } from "./settings.ts";

/** Refusals after which trying again may help. */
const PASSING = [408, 425, 429];

/** @param publicUrl for a link to the result */
export function createWebhook({ url, key }: WebhookSettings, clock: () => Date, publicUrl?: string): Carrier {
  return {
    channel: "webhook",
    async send(request, signal) {
      const body = JSON.stringify(payloadOf(request, publicUrl));
      const timestamp = String(Math.floor(clock().getTime() / 1000));
      const signature = createHmac("sha256", key).update(`${request.reference}.${timestamp}.${body}`).digest("base64");
      const headers = {
        "Content-Type": "application/json",
        "Webhook-Id": request.reference,
        "Webhook-Timestamp": timestamp,
        "Webhook-Signature": `v1,${signature}`,
      };
      const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" }).catch((error) => {
        throw undelivered(error);
      });
      await response.body?.cancel().catch(() => undefined);
      const { status, ok } = response;
      if (ok) return;
      const isFinal = status >= 300 && status < 500 && !PASSING.includes(status);
      throw new DeliveryError(`The address answered ${status}${status < 400 ? ", and redirects are not followed" : ""}.`, {
        code: String(status),
        isFinal,
      });
    },
  };
}

function undelivered(error: unknown): DeliveryError {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  const code = cause?.code ?? name ?? "unknown";
  return new DeliveryError(name === "TimeoutError" ? "No answer in time." : `The address could not be reached (${code}).`, { code });
}

function payloadOf(request: Request, publicUrl: string | undefined) {
  return {
    type: `${request.kind}.requested`,
    timestamp: request.requested_at,
    data: {
      requestedBy: { email: request.email, firstName: request.first_name },
      team: request.team,
      organization: { id: request.organization_id, name: request.organization },
      assessment: {
        id: request.assessment_id,
        name: request.assessment,
        assessmentType: request.model,
        selectedScope: request.selected_scope,
        status: request.status,
        isTestAssessment: request.is_test === 1,
      },
      result: resultAddress(request, publicUrl) ?? null,
    },
  };
}
