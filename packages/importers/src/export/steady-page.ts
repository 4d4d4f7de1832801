/**
 * An expression of JavaScript: a promise that is true once the document has not changed for 0.4 s, or
 * after 2 s.
 */
export const STEADY_PAGE = `new Promise((resolve) => {
  setTimeout(resolve, 2000, true);
  let rest = setTimeout(resolve, 400, true);
  const restart = () => {
    clearTimeout(rest);
    rest = setTimeout(resolve, 400, true);
  };
  const all = { attributes: true, characterData: true, childList: true, subtree: true };
  new MutationObserver(restart).observe(document, all);
})`;
