import routes from "../../app/routes.ts";
import { addressesOf, variantsOf } from "../support/addresses.ts";

/** Values of the variables of an address. */
const NAMES: Record<string, string> = {
  perspectiveCode: "BM",
  threadCode: "AM",
  practiceCode: "ARM",
  group: "general",
  exhibit: "overall-scores",
};
/** Those that end or begin a session, or change one's own account. */
const OF_ONES_OWN = /^\/(entry|sign-in|sign-out|signed-out|session|demo|me|voice)(\/|$)/;

/** Every address, with each optional part left out and put in, of this organization and assessment. */
export const everyAddress = (organization: number, id: number) =>
  addressesOf(routes)
    .flatMap(variantsOf)
    .map((address) =>
      address
        .replaceAll(":assessmentId", String(id))
        .replaceAll(":organizationId", String(organization))
        .replaceAll(/:(\w+)/g, (_, name) => NAMES[name] ?? "1")
        .replace("*", "thread/1/1"),
    )
    .filter((address) => !OF_ONES_OWN.test(address));
