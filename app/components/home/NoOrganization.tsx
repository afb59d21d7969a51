import { listed } from "#model/words.ts";

/** For a viewer whose team has no organization yet (docs/rules/navigation-and-home.md#the-first-time). @param leads whom they can ask, by name */
export function NoOrganization({ leads }: { leads: readonly string[] }) {
  return (
    <section className="panel stack-tight">
      <h2>Nobody has given you an organization yet</h2>
      <p>
        You are a viewer: you read what your team assesses. As soon as a colleague creates an organization, you find it here.
        {leads.length > 0 ? ` ${listed(leads)} ${leads.length === 1 ? "leads" : "lead"} your team.` : " Your team has no lead yet."}
      </p>
    </section>
  );
}
