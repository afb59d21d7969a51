/** Longer texts one below the other, each under its name. */
export function NamedTexts({ texts }: { texts: readonly (readonly [name: string, text: string])[] }) {
  return (
    <dl className="history-texts stack-tight">
      {texts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="note-text">{text === "" ? "(empty)" : text}</dd>
        </div>
      ))}
    </dl>
  );
}
