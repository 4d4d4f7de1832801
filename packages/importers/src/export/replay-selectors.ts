import type { Code, CodeStep } from '../code/code.ts';
import { readScript } from '../code/read-script.ts';
import { cssText } from '../draft/locators.ts';
import type { FrameIndex } from './replay-scripts.ts';

/** Where a step of `@puppeteer/replay` acts. `why`: what the selector leaves out. */
export interface ReplayTarget {
  readonly selectors: readonly (readonly string[])[];
  /** The frames around the element, the outermost first. */
  readonly frames: readonly FrameIndex[];
  readonly why?: string;
}

/** Translates a locator whose placeholders have values; undefined if no selector is equivalent. */
export function replayTarget(command: string): ReplayTarget | undefined {
  const script = readScript(command, 'python');
  const [statement, ...others] = 'problem' in script ? [] : script.statements;
  const value = statement?.kind === 'value' ? statement.value : undefined;
  if (value?.kind !== 'chain' || others.length > 0) return undefined;
  return readSteps(stepsOf(value));
}

/** `get_by_role("x")` calls a name; `page.get_by_role("x")` a member. */
function stepsOf({ head, steps }: Code & { kind: 'chain' }): CodeStep[] {
  const [first, ...others] = steps;
  if (head === 'page') return [...steps];
  return first?.name === '' ? [{ ...first, name: head }, ...others] : [];
}

const FIRST_MATCH = 'It acts on the first match.';
const WHOLE_TEXT = 'The whole text has to match, including its case.';
const FRAME_INDEX =
  'The format counts frames: correct the index if the step waits for its frame in vain.';

/** A locator of a chain, with the position that follows it. */
interface Part {
  readonly step: CodeStep;
  nth?: number;
  /** Whether what follows is in the frame of the element. */
  isFrame: boolean;
}

function readSteps(steps: readonly CodeStep[]): ReplayTarget | undefined {
  const frames: FrameIndex[] = [];
  const whys = new Set<string>();
  let found: string[] = [];
  for (const { step, nth, isFrame } of partsOf(steps) ?? []) {
    const selector = selectorOf(step);
    if (selector === undefined) return undefined;
    found.push(selector);
    if (matchesParts(step)) whys.add(WHOLE_TEXT);
    if (isFrame) {
      const frame = frameOf(found, nth ?? 0);
      if (!frame) return undefined;
      if (frame.element !== COUNTED) whys.add(FRAME_INDEX);
      frames.push(frame);
      found = [];
    } else if (nth === 0) {
      whys.add(FIRST_MATCH);
    } else if (nth !== undefined) {
      return undefined;
    }
  }
  const selectors = nestedSelectors(found);
  if (selectors.length === 0) return undefined;
  const why = [...whys].join(' ');
  return { selectors, frames, ...(why !== '' && { why }) };
}

/** Returns undefined if a position is not a number or has no locator. */
function partsOf(steps: readonly CodeStep[]): Part[] | undefined {
  const parts: Part[] = [];
  for (const step of steps) {
    const last = parts.at(-1);
    if (step.name === 'first' || step.name === 'nth') {
      const nth = step.name === 'first' ? 0 : numberOf(step);
      if (!last || nth === undefined) return undefined;
      last.nth = nth;
    } else if (step.name === 'content_frame') {
      if (!last) return undefined;
      last.isFrame = true;
    } else {
      parts.push({ step, isFrame: step.name === 'frame_locator' });
    }
  }
  return parts;
}

const COUNTED = 'iframe';

function frameOf(parts: readonly string[], nth: number): FrameIndex | undefined {
  const element = nestedCss(parts);
  if (element === undefined || nth < 0) return undefined;
  return { element, nth, index: element === COUNTED ? nth : 0 };
}

/** Whether a selector of the format, or a part of one, is CSS. */
export const isCss = (part: string): boolean => !/^(?:aria|pierce|text|xpath)\//.test(part);

/**
 * Returns the selectors for a chain of locators. CSS selectors of the format do not look into shadow
 * roots, except after `pierce/`.
 */
function nestedSelectors(parts: readonly string[]): string[][] {
  const css = nestedCss(parts);
  const plain = css === undefined ? [] : [[css], ...throughRoots(css)];
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0)
    return first === undefined || css ? plain : [[first]];
  // An XPath begins at the document again, and `:scope` would be another element.
  const isRelative = others.every((part) => !/^xpath\/|:scope|^\s*[>+~]/.test(part));
  const labelled = withLabel(parts);
  return isRelative ? [...plain, [first, ...others], ...(labelled ? [labelled] : [])] : plain;
}

/** A selector after `pierce/` has all its parts in one shadow root; a list enters another with each. */
function throughRoots(css: string): string[][] {
  const parts = css.split(' ');
  const isChain = parts.length > 1 && parts.every((part) => SIMPLE_CSS.test(part));
  return [[`pierce/${css}`], ...(isChain ? [parts] : [])];
}

/**
 * The format finds nothing by role in an element without a role of its own, such as a web component.
 * Returns the chain with the label instead, if its last part has one.
 */
function withLabel(parts: readonly string[]): string[] | undefined {
  const name = /^aria\/(?<name>[^]+)\[role="[^"]*"\]$/.exec(parts.at(-1) ?? '')?.groups?.['name'];
  const before = parts.slice(0, -1);
  if (name === undefined || !before.every(isCss)) return undefined;
  return [...before, `[aria-label=${cssText(name)}]`];
}

/** Joins selectors, each of which is found within the one before. */
function nestedCss(parts: readonly string[]): string | undefined {
  if (parts.length === 0 || !parts.every(isCss)) return undefined;
  if (parts.length === 1) return parts[0];
  // What is relative to the previous element cannot be part of a selector for the whole page.
  if (parts.some((part) => /:scope|^\s*[>+~]/.test(part))) return undefined;
  return parts.map((part) => (SIMPLE_CSS.test(part) ? part : `:is(${part})`)).join(' ');
}

/** One compound selector, without a list and without combinators. */
const SIMPLE_CSS = /^(?:[\w#.*-]|\[[\w-]+(?:[~|^$*]?="(?:[^"\\]|\\.)*")?\])+$/;

const isExact = ({ options }: CodeStep): boolean => {
  const exact = options.get('exact');
  return exact?.kind === 'boolean' && exact.isTrue;
};

/** Without `exact`, Errand accepts part of the text. */
function matchesParts(step: CodeStep): boolean {
  if (step.name === 'get_by_text' || step.name === 'get_by_test_id') return false;
  const hasText = step.name === 'get_by_role' ? step.options.has('name') : step.name !== 'locator';
  return hasText && !isExact(step);
}

const textOf = ({ values: [value] = [] }: CodeStep): string | undefined =>
  value?.kind === 'text' ? value.text : undefined;

const numberOf = ({ values: [value] = [] }: CodeStep): number | undefined =>
  value?.kind === 'number' ? value.number : undefined;

const ofAttribute: ReadonlyMap<string, string> = new Map([
  ['get_by_alt_text', 'alt'],
  ['get_by_placeholder', 'placeholder'],
  ['get_by_test_id', 'data-testid'],
  ['get_by_title', 'title'],
]);

function selectorOf(step: CodeStep): string | undefined {
  const text = textOf(step);
  const others = [...step.options.keys()].filter((name) => name !== 'exact' && name !== 'name');
  if (text === undefined || others.length > 0) return undefined;
  const attribute = ofAttribute.get(step.name);
  if (attribute !== undefined) return `[${attribute}=${cssText(text)}]`;
  // A text selector also matches parts of the text.
  if (step.name === 'get_by_text') return isExact(step) ? undefined : `text/${text}`;
  if (step.name === 'get_by_label') return `aria/${text}`;
  if (step.name === 'get_by_role') {
    const name = step.options.get('name');
    if (name && name.kind !== 'text') return undefined;
    return `aria/${name?.text ?? ''}[role=${cssText(text)}]`;
  }
  if (step.name !== 'locator' && step.name !== 'frame_locator') return undefined;
  const xpath = /^\s*(?:xpath\s*=\s*)?(?<path>\(*\/\/[^]*)$/.exec(text)?.groups?.['path'];
  if (xpath !== undefined) return `xpath/${xpath}`;
  const css = text.replace(/^\s*css\s*=\s*/, '');
  return /^\s*[\w-]+\s*=|>>/.test(css) ? undefined : css;
}
