/** The house style of the user's team, for reports and print (docs/rules/house-style.md#where-it-is-used). */
import type { Style } from "#model/contract/style.ts";
import { loadFor } from "~/services/faults.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { morePaths } from "~/views/more-paths";
import type { PrintedStyle } from "~/views/result-page";
import { footLine, type HouseStyle, type Logo, type PictureStyle } from "~/views/team";

const readStyle = async (api: UserApi): Promise<Style | undefined> => ((await hasExtension("style")) ? api.style.get() : undefined);

/** The house style for printed results; undefined where nothing is set or it cannot be read: the result is readable without it. */
export async function printedStyle(api: UserApi): Promise<PrintedStyle | undefined> {
  const { name, confidentiality, footer, logo } = (await readStyle(api).catch(ignoreFault)) ?? {};
  const foot = footLine({ confidentiality, footer });
  return whatIsSet<PrintedStyle>({ name, foot, logo: logo && morePaths.logo(logo) });
}

/** The style for pictures; undefined where nothing is set or it cannot be read: a picture can be used without it. */
export async function pictureStyle(api: UserApi): Promise<PictureStyle | undefined> {
  const { name, accent } = (await readStyle(api).catch(ignoreFault)) ?? {};
  return whatIsSet<PictureStyle>({ name, accent });
}

/** The style for a file, with the picture of its logo; undefined where nothing is set. @throws LoadFailure */
export async function findHouseStyle(api: UserApi): Promise<HouseStyle | undefined> {
  const { name, accent, confidentiality, footer, logo } = (await loadFor("result", readStyle(api))) ?? {};
  const picture = logo ? logoOf((await loadFor("result", api.style.logo.get())).png) : undefined;
  return whatIsSet<HouseStyle>({ name, accent, confidentiality, footer, logo: picture });
}

/** An object without what is empty; undefined where all is. */
function whatIsSet<T extends object>(values: { [K in keyof T]: T[K] | null | undefined }): T | undefined {
  const set = Object.entries(values).filter(([, value]) => value);
  return set.length > 0 ? (Object.fromEntries(set) as T) : undefined;
}

/** A PNG begins with its signature and the head of its first part, which holds width and height (https://www.w3.org/TR/png/#11IHDR). */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

function logoOf(png: string): Logo | undefined {
  const bytes = Buffer.from(png, "base64");
  if (bytes.length < HEIGHT_AT + 4) return undefined;
  return { png, width: bytes.readUInt32BE(WIDTH_AT), height: bytes.readUInt32BE(HEIGHT_AT) };
}
