/** The reference lists: countries, industries and sizes (docs/rules/organizations.md#reference-lists). */
import countryData from "i18n-iso-countries";
import type { Ref } from "#model/contract/common.ts";

// Kosovo is in the package but not in ISO 3166-1.
const NOT_IN_ISO_3166 = "XK";

/** Countries by their ISO 3166-1 English short names; the id is the numeric code. */
export const COUNTRIES: readonly Ref[] = Object.entries(countryData.getNames("en", { select: "official" }))
  .filter(([code]) => code !== NOT_IN_ISO_3166)
  .map(([code, name]) => ({ id: Number(countryData.alpha2ToNumeric(code)), name }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));

/** Industries: the sections of ISIC revision 4, shortened. */
export const INDUSTRIES: readonly Ref[] = [
  "Agriculture, forestry and fishing",
  "Mining and quarrying",
  "Manufacturing",
  "Electricity, gas and steam supply",
  "Water supply, sewerage and waste management",
  "Construction",
  "Wholesale and retail trade",
  "Transportation and storage",
  "Accommodation and food services",
  "Information and communication",
  "Finance and insurance",
  "Real estate",
  "Professional, scientific and technical services",
  "Administrative and support services",
  "Public administration and defence",
  "Education",
  "Health and social work",
  "Arts, entertainment and recreation",
  "Other services",
  "Households as employers",
  "International organizations",
].map((name, index) => ({ id: index + 1, name }));

/** Sizes by number of employees. */
export const SIZES: readonly Ref[] = ["1–9", "10–49", "50–249", "250–999", "1,000–4,999", "5,000–9,999", "10,000 or more"].map(
  (name, index) => ({
    id: index + 1,
    name,
  }),
);

const byId = (list: readonly Ref[]) => new Map(list.map((item) => [item.id, item]));
const lookups = { country: byId(COUNTRIES), industry: byId(INDUSTRIES), size: byId(SIZES) };

/** The item of a list, or undefined when the id is unknown. */
export function findReference(list: keyof typeof lookups, id: number): Ref | undefined {
  return lookups[list].get(id);
}
