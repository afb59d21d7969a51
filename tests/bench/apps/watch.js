// Runs in a page from its first moment. It notes three times, in milliseconds from the start of the navigation: a statement is drawn, the first
// answer is chosen, the server says that it is stored. Knows how the product's screen and the survey name these. The
// survey stores nothing.
const STATEMENT = "[id=level-1-statement], .grid-panel h3 + p, .sd-question__title";
const ANSWER = "input[type=radio]:enabled:not([name^=diagnostic])";
const SAVE = /\/save$/;

window.seen = { readable: 0, answered: 0, stored: 0 };
const look = () => {
  const { seen } = window;
  const statement = document.querySelector(STATEMENT);
  if (!seen.readable && statement?.innerText.trim() && statement.getBoundingClientRect().height > 0) seen.readable = performance.now();
  const answer = document.querySelector(ANSWER);
  if (seen.readable && !seen.answered) {
    if (answer?.checked) seen.answered = performance.now();
    else answer?.click();
  }
  const save = performance.getEntriesByType("resource").find(({ name }) => SAVE.test(name));
  if (seen.answered && save?.responseEnd) seen.stored = save.responseEnd;
  if (!seen.stored) requestAnimationFrame(look);
};
requestAnimationFrame(look);
