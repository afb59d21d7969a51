import { type MetaFunction, useActionData, useParams } from "@remix-run/react";
import { screenTitle } from "~/components/shell/Page";
import { ForgetQuestion, SheetForgotten } from "~/components/voice/LinkPages";
import { refuseWithout } from "~/services/upstream/extensions.server";
import { withVisitor } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Your view is asked for") }];

export const loader = withVisitor(async () => {
  await refuseWithout("voices");
  return null;
});

/**
 * The button that makes this device forget a sheet (docs/rules/voices.md#links). It needs no open sheet: whoever presses it late wants the same.
 * It answers itself, so that no address alone deletes what script has kept.
 */
export const action = withVisitor(async ({ params, context }) => {
  await refuseWithout("voices");
  context.openSheet.close(params.sheet ?? "");
  return { isForgotten: true };
});

export default function ForgetSheet() {
  const { sheet = "" } = useParams();
  return useActionData<typeof action>()?.isForgotten ? <SheetForgotten sheet={sheet} /> : <ForgetQuestion />;
}
