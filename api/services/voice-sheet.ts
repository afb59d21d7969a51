/** What somebody does with the sheet that they were asked to fill in (docs/rules/voices.md#the-sheet). */
import type { Catalogue } from "#api/content/catalogue.ts";
import type { Db } from "#api/store/open.ts";

/** What a call of a voice works with. */
export interface VoiceWork {
  db: Db;
  now: Date;
  timeZone: string;
  catalogue: Catalogue;
}
