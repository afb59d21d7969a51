/** The parts of a request's context that services ask for when an assessment is read or changed. */
import type { Choices } from "~/services/answering/choices.server";
import type { LastPlaces } from "~/services/answering/last-places.server";
import type { LockMarkers } from "~/services/answering/lock-markers.server";
import type { Reader, UserApi } from "~/services/upstream/user-api.server";

/** What a change needs: the calls to the upstream, and the locks that this browser holds. */
export interface Editor {
  api: UserApi;
  lockMarkers: LockMarkers;
}

/** What saving answers needs: where it was is remembered. */
export interface Saver extends Editor {
  lastPlaces: LastPlaces;
}

/** Somebody who may read and change. */
export interface Assessor extends Reader, Editor {}

/** Somebody at a questions screen. */
export interface Answerer extends Assessor {
  choices: Choices;
}
