/** What codes in a table stand for, below it. */
export function CodeNames({ names }: { names: readonly { code: string; name: string }[] }) {
  if (names.length === 0) return null;
  return (
    <p className="row row-wide small muted">
      {names.map(({ code, name }) => (
        <span key={code}>
          <b>{code}</b> {name}
        </span>
      ))}
    </p>
  );
}
