// Runs in a page from its first moment. It notes three times, in milliseconds from the start of the navigation: a statement is painted, the first
// answer is chosen, the server says that it is stored. Knows how the product's screen and the survey name these. The survey stores nothing.
const STATEMENT = "[id=level-1-statement], .grid-panel h3 + p, .sd-question__title";
const ANSWER = "input[type=radio]:enabled:not([name^=diagnostic])";
const SAVE = /\/save$/;

window.seen = { readable: 0, answered: 0, stored: 0 };

/** A message is handled after the frame that is being made has been painted. */
const oncePainted = (then) =>
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(undefined);
  });

const answer = () => {
  const first = document.querySelector(ANSWER);
  if (first?.checked) {
    window.seen.answered = performance.now();
    return;
  }
  first?.click();
  oncePainted(answer);
};

// Asking at each frame would itself take time that the page needs.
const watch = new MutationObserver(() => {
  if (!document.querySelector(STATEMENT)?.textContent.trim()) return;
  watch.disconnect();
  oncePainted(() => {
    window.seen.readable = performance.now();
    answer();
  });
});
watch.observe(document, { childList: true, characterData: true, subtree: true });

new PerformanceObserver((list) => {
  for (const { name, responseEnd } of list.getEntries()) if (SAVE.test(name)) window.seen.stored ||= responseEnd;
}).observe({ type: "resource", buffered: true });
