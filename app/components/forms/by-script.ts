/** What the press of a button, or a form that is sent, does with script. Without script the browser sends the form. */
export const byScript = (act: () => void) => (event: { preventDefault(): void }) => {
  event.preventDefault();
  act();
};
