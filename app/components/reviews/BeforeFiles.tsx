/** What of the peer review is not in order before a report leaves the house (docs/rules/peer-review.md#when-a-version-leaves-the-house). */
export const BeforeFiles = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <p className="measure">
      <strong>Peer review:</strong> {lines.join(" ")}
    </p>
  );
