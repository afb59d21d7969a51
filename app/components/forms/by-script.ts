/** Handles a pressed button or a sent form by script. Without script the browser sends the form. */
export const byScript = (act: () => void) => (event: { preventDefault(): void }) => {
  event.preventDefault();
  act();
};
