import { WAIT_MARK } from '../draft/wait-mark.ts';
import { STEADY_PAGE } from './steady-page.ts';

/**
 * True once the document is loaded and has not begun to be left for a moment: the navigation of a
 * form begins only after the step that submits it. It notices a navigation only if it was evaluated
 * in the document before. A download or a page that does not respond can never replace
 * the document, so it waits for neither longer than ten seconds.
 */
export const PAGE_IS_THERE = `${WAIT_MARK} (() => {
  if (window.errandLeftAt === undefined) {
    window.errandLeftAt = -Infinity;
    const stay = () => { window.errandLeftAt = -Infinity; };
    window.navigation?.addEventListener('navigate', ({ destination, downloadRequest }) => {
      if (!destination.sameDocument && downloadRequest === null) window.errandLeftAt = performance.now();
    });
    window.navigation?.addEventListener('navigatesuccess', stay);
    window.navigation?.addEventListener('navigateerror', stay);
  }
  const isLong = (since) => performance.now() - since > 10000;
  // A timer also ends in a tab that is not shown.
  return new Promise((resolve) => { setTimeout(resolve, 100); }).then(
    () => isLong(window.errandLeftAt) && (document.readyState === 'complete' || isLong(0)),
  );
})()`;

/** True once nothing has changed for a moment, or after two seconds: keys go to what has the focus. */
export const PAGE_IS_STEADY = `${WAIT_MARK} ${STEADY_PAGE}`;

/** An iframe element, and the index of its frame in the format. */
export interface FrameIndex {
  readonly index: number;
  /** A CSS selector. */
  readonly element: string;
  /** Which match of the selector. */
  readonly nth: number;
}

/** True once the frame with the index is the one in the element. */
export const frameIsThere = ({ element, nth, index }: FrameIndex): string =>
  `${WAIT_MARK} document.querySelectorAll(${JSON.stringify(element)})[${nth}]?.contentWindow === (window[${index}] ?? null)`;

/**
 * True once an element exists, also in a shadow root. Unlike the format's own wait for an element, it
 * goes on in the next page if the page is replaced meanwhile.
 */
export const elementIsThere = (css: string): string => `${WAIT_MARK} (() => {
  const roots = [document];
  for (const root of roots) {
    if (root.querySelector(${JSON.stringify(css)})) return true;
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
  }
  return false;
})()`;

/**
 * Selects options in the list under the pointer, once all of them exist. The format itself selects
 * only one option, by its value. The page learns of it a moment later: the answer of a page that is
 * being left may be lost. The wait that follows each step is longer than that moment.
 */
export const selectUnderPointer = (options: readonly string[]): string => `(() => {
  let hovered;
  for (let root = document; root; root = hovered?.shadowRoot) {
    const next = [...root.querySelectorAll(':is(*):hover')].at(-1);
    if (!next) break;
    hovered = next;
  }
  const list = hovered?.closest('select');
  const wanted = ${JSON.stringify(options)}.map((text) => {
    const [, kind, name] = /^(value=|label=|)(.*)$/s.exec(text);
    return [...(list?.options ?? [])].find(({ disabled, label, value }) =>
      !disabled && ((kind !== 'value=' && label === name) || (kind !== 'label=' && value === name)));
  });
  if (wanted.includes(undefined)) return false;
  if (list.multiple) for (const option of list.options) option.selected = wanted.includes(option);
  else wanted[0].selected = true;
  const tell = () => {
    for (const name of ['input', 'change']) list.dispatchEvent(new Event(name, { bubbles: true }));
  };
  setTimeout(tell, 20);
  return true;
})()`;
