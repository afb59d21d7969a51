/** Who works with an assessment, and with what: the parts of a request's context that services ask for. */
import type { LockMarkers } from "~/services/answering/lock-markers.server";
import type { Reader, UserApi } from "~/services/upstream/user-api.server";

/** What a change needs: the calls, and what this browser knows of its locks. */
export interface Editor {
  api: UserApi;
  lockMarkers: LockMarkers;
}

/** Somebody who may read and change. */
export interface Assessor extends Reader, Editor {}
