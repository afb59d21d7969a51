import type { SaveEnd } from "~/components/answering/SaveQueue";
import type { SaveOutcome, StoredValues } from "~/views/answering";

/**
 * Posts one change to a screen's save address.
 * @param part the part that was changed; in a conflict its stored version is returned
 * @param onProgress called with the progress in the answer; null when it could not be read
 * @throws Error when the network is down
 */
export async function postChange<Progress>(
  url: string,
  part: keyof StoredValues,
  fields: Record<string, string>,
  onProgress?: (progress: Progress | null) => void,
): Promise<SaveEnd> {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" } });
  const outcome: SaveOutcome<Progress> | { kind: "signed-out" } = await response.json();
  switch (outcome.kind) {
    case "saved":
      if (outcome.progress !== undefined) onProgress?.(outcome.progress);
      return { kind: "saved", version: outcome.version };
    case "conflict":
      return { kind: "conflict", stored: outcome.stored[part] ?? "" };
    default:
      return outcome;
  }
}
