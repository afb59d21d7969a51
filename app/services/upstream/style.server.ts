/** The house style of the user's team, for reports and print (docs/rules/house-style.md#where-it-is-used). */
import type { Style } from "#model/contract/style.ts";
import { loadFor } from "~/services/faults.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { HouseStyle, Logo } from "~/views/team";

/** The style as it is stored; undefined where the upstream keeps none. @throws LoadFailure */
export async function findStyle(api: UserApi): Promise<Style | undefined> {
  return (await hasExtension("style")) ? loadFor("result", api.style.get()) : undefined;
}

/** The style for a file, with the picture of its logo; undefined where nothing is set. @throws LoadFailure */
export async function findHouseStyle(api: UserApi): Promise<HouseStyle | undefined> {
  const style = await findStyle(api);
  if (!style) return undefined;
  const logo = style.logo ? logoOf((await loadFor("result", api.style.logo.get())).png) : undefined;
  const { name, accent, confidentiality, footer } = style;
  const set = Object.entries({ name, accent, confidentiality, footer, logo }).filter(([, value]) => value);
  return set.length > 0 ? (Object.fromEntries(set) as HouseStyle) : undefined;
}

/** A PNG begins with its signature and the head of its first part, which holds width and height (https://www.w3.org/TR/png/#11IHDR). */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

function logoOf(png: string): Logo | undefined {
  const bytes = Buffer.from(png, "base64");
  if (bytes.length < HEIGHT_AT + 4) return undefined;
  return { png, width: bytes.readUInt32BE(WIDTH_AT), height: bytes.readUInt32BE(HEIGHT_AT) };
}
