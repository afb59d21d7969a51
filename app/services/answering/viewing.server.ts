import { BadRequest } from "~/services/faults.server";
import { isViewed } from "~/views/paths";

/** Nothing is changed from an address where an assessment is only viewed (docs/rules/locks-and-saving.md#viewing). @throws BadRequest */
export function refuseWhereViewed(request: Request): void {
  if (isViewed(request)) throw new BadRequest();
}
