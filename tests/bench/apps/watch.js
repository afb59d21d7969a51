// Runs in a page from its first moment. It notes when a statement has been drawn and when the first answer has been chosen, in milliseconds
// from the start of the navigation. Knows how the product's screen and the survey name these.
const STATEMENT = "[id=level-1-statement], .grid-panel h3 + p, .sd-question__title";
const ANSWER = "input[type=radio]:enabled";

window.seen = { readable: 0, answered: 0 };
const look = () => {
  const { seen } = window;
  const statement = document.querySelector(STATEMENT);
  if (!seen.readable && statement?.innerText.trim() && statement.getBoundingClientRect().height > 0) seen.readable = performance.now();
  const answer = document.querySelector(ANSWER);
  if (seen.readable && answer?.checked) seen.answered = performance.now();
  else if (seen.readable) answer?.click();
  if (!seen.answered) requestAnimationFrame(look);
};
requestAnimationFrame(look);
