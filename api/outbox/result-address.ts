import type { Request } from "../services/outbox.ts";

/** The address of an assessment's result; undefined where nobody has said where the web application is. */
export function resultAddress({ assessment_id, model }: Request, publicUrl: string | undefined): string | undefined {
  return publicUrl && `${publicUrl}/assessments/${assessment_id}/result${model === "ITIL" ? "/itil" : ""}`;
}
