/** A rosette, for certification and validation; drawn on the 15 px grid of the other icons. */
export function RosetteIcon() {
  return (
    <svg
      className="icon"
      viewBox="0 0 15 15"
      fill="none"
      stroke="currentColor"
      strokeWidth="1"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden
    >
      <circle cx="7.5" cy="5.75" r="4.25" />
      <path d="m5.7 5.8 1.3 1.3 2.4-2.5" />
      <path d="M4.75 9.1 3.9 13.8l3.6-1.7 3.6 1.7-.85-4.7" />
    </svg>
  );
}
