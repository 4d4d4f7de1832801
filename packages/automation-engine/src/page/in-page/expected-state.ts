import { checkedState } from './checked-state.ts';
import { controlOf, whyNotEditable, whyNotEnabled, whyNotVisible } from './element-facts.ts';
import { watchChanges } from './quiet.ts';
import { valueOf } from './read-fact.ts';
import { nextFrame } from './wait-until-ready.ts';

/** One expectation of an element, or of the page. */
export interface Probe {
  readonly fact:
    | 'attribute'
    | 'checked'
    | 'count'
    | 'disabled'
    | 'editable'
    | 'enabled'
    | 'text'
    | 'title'
    | 'url'
    | 'value'
    | 'visible';
  /**
   * What a text is compared with; a regular expression if `match` is `regex`. Missing: any text
   * will do.
   */
  readonly expected?: string | undefined;
  readonly match: 'contains' | 'equals' | 'regex';
  /** Name of the attribute. */
  readonly attribute?: string | undefined;
  readonly isNegated: boolean;
}

/** `seen`: what was found instead of the expected state, in human-readable form. */
export interface Look {
  readonly state: 'met' | 'unmet' | 'changed';
  readonly seen: string;
}

/** Minimum interval between checks of a page that changes endlessly. */
function leastBetweenLooksMs(): number {
  return 30;
}

/**
 * Checks until the expectation is met, the time is up, or the document has changed: with `changed`,
 * the locator may match another element by now.
 */
export async function watchElement(
  element: Element,
  probe: Probe,
  timeoutMs: number,
): Promise<Look> {
  const watch = watchChanges();
  watch.watchShadows(document);
  // Facts whose changes no document observer reports.
  const isSilent = ['checked', 'value', 'visible'].includes(probe.fact);
  const start = performance.now();
  let look = lookAt(element, probe);
  for (;;) {
    const now = performance.now();
    const isOld = watch.lastChangeAt >= start || !element.isConnected;
    if (look.state === 'met' && element.isConnected) return look;
    if (isOld && now - start >= leastBetweenLooksMs()) return { ...look, state: 'changed' };
    if (now - start >= timeoutMs) {
      return element.isConnected ? look : { ...look, state: 'changed' };
    }
    await nextFrame();
    if (isSilent) look = lookAt(element, probe);
  }
}

/** Like `watchElement`, for the address or title of the page. */
export async function watchPage(probe: Probe, timeoutMs: number): Promise<Look> {
  const start = performance.now();
  for (;;) {
    const text = probe.fact === 'url' ? location.href : document.title;
    const look = judge(textIsAsExpected(text, probe), JSON.stringify(text.slice(0, 4000)), probe);
    if (look.state === 'met' || performance.now() - start >= timeoutMs) return look;
    await nextFrame();
  }
}

/**
 * Returns at the first change to the document since `elapsedMs` before the call, or when the time
 * is up.
 */
export async function waitForChange(elapsedMs: number, timeoutMs: number): Promise<void> {
  const watch = watchChanges();
  watch.watchShadows(document);
  const start = performance.now();
  for (;;) {
    const now = performance.now();
    const isChanged = watch.lastChangeAt >= start - elapsedMs;
    if (isChanged && now - start >= leastBetweenLooksMs()) return;
    if (now - start >= timeoutMs) return;
    await nextFrame();
  }
}

function judge(isTrue: boolean, seen: string, { isNegated }: Probe): Look {
  return { state: isTrue === isNegated ? 'unmet' : 'met', seen };
}

function lookAt(element: Element, probe: Probe): Look {
  if (['attribute', 'text', 'value'].includes(probe.fact)) return lookAtText(element, probe);
  if (probe.fact === 'checked') {
    const state = checkedState(element);
    if (state === undefined) return { state: 'unmet', seen: 'an element that cannot be checked' };
    const words = { mixed: 'partly checked', true: 'checked', false: 'not checked' };
    return judge(state === true, words[`${state}`], probe);
  }
  if (probe.fact === 'disabled') {
    const isDisabled = whyNotEnabled(element) !== undefined;
    return judge(isDisabled, isDisabled ? 'disabled' : 'enabled', probe);
  }
  const problem =
    probe.fact === 'visible'
      ? whyNotVisible(element)
      : (whyNotEnabled(element) ??
        (probe.fact === 'editable' ? whyNotEditable(element) : undefined));
  const seen = problem === undefined ? `it is ${probe.fact}` : `it ${problem}`;
  return judge(problem === undefined, seen, probe);
}

function lookAtText(element: Element, probe: Probe): Look {
  const { fact, attribute = '' } = probe;
  const control = controlOf(element);
  const text =
    fact === 'attribute'
      ? element.getAttribute(attribute)
      : fact === 'value'
        ? valueOf(control)
        : fullText(element);
  if (text === undefined) return { state: 'unmet', seen: 'an element that has no value' };
  if (text === null) return judge(false, `no attribute ${attribute}`, probe);
  const isPassword = control instanceof HTMLInputElement && control.type === 'password';
  const shown = fact === 'text' ? foldSpace(text) : text;
  const seen =
    isPassword && text !== ''
      ? 'the value of a password field'
      : JSON.stringify(shown.slice(0, 4000));
  return judge(textIsAsExpected(text, probe), seen, probe);
}

/**
 * White space counts in values, attributes and addresses. In titles and in the text of an element,
 * it is folded into single spaces.
 */
function textIsAsExpected(text: string, { expected, match, fact }: Probe): boolean {
  if (expected === undefined) return true;
  const isFolded = fact === 'text' || fact === 'title';
  const shown = isFolded ? foldSpace(text) : text;
  if (match === 'regex') {
    const pattern = new RegExp(expected);
    return pattern.test(shown) || pattern.test(text);
  }
  const wanted = isFolded ? foldSpace(expected) : expected;
  if (match === 'contains') return shown.includes(wanted);
  return shown === wanted || (fact === 'url' && URL.parse(wanted)?.href === shown);
}

export function foldSpace(text: string): string {
  return text.replaceAll('\u200B', '').trim().replaceAll(/\s+/g, ' ');
}

/**
 * Returns all text in the element, shown or not, including open shadow roots; for an input that is
 * a button, its label.
 */
function fullText(node: Node): string {
  if (node instanceof HTMLInputElement && ['button', 'submit'].includes(node.type)) {
    return node.value;
  }
  if (node instanceof Text) return node.data;
  if (node instanceof Element && node.matches('script, style, noscript, head, head *')) return '';
  const root = node instanceof Element ? node.shadowRoot : null;
  const children = [...node.childNodes, ...(root?.childNodes ?? [])];
  return children.map((child) => fullText(child)).join('');
}
