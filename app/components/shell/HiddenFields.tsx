/** Fields of a form that nobody sees. Those without a value are left out. */
export function HiddenFields({ fields }: { fields: Readonly<Record<string, string | number | undefined>> }) {
  return Object.entries(fields).map(([name, value]) =>
    value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
  );
}
