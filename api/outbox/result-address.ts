import type { Request } from "../services/outbox.ts";

/** The address of an assessment's result; undefined if the web application's address is unknown. */
export function resultAddress({ assessment_id, model }: Request, publicUrl: string | undefined): string | undefined {
  return publicUrl && `${publicUrl}/assessments/${assessment_id}/result${model === "ITIL" ? "/itil" : ""}`;
}
