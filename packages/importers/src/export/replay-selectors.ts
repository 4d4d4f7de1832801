import type { Code, CodeStep } from '../code/code.ts';
import { readScript } from '../code/read-script.ts';
import { cssText } from '../draft/locators.ts';

/** Where a step of `@puppeteer/replay` acts. `why`: what the selector leaves out. */
export interface ReplayTarget {
  readonly selectors: readonly string[][];
  readonly frame?: readonly number[];
  readonly why?: string;
}

/** Translates a locator whose placeholders have values; undefined if no selector is equivalent. */
export function replayTarget(command: string): ReplayTarget | undefined {
  const [statement, ...others] = readScript(command, 'python')?.statements ?? [];
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

function readSteps(steps: readonly CodeStep[]): ReplayTarget | undefined {
  const frame: number[] = [];
  const found: string[] = [];
  const whys = new Set<string>();
  for (const [at, step] of steps.entries()) {
    if (step.name === 'first' || (step.name === 'nth' && numberOf(step) === 0)) {
      whys.add('It acts on the first match.');
    } else if (step.name === 'frame_locator' && textOf(step) === 'iframe' && found.length === 0) {
      const next = steps[at + 1];
      frame.push(next?.name === 'nth' ? (numberOf(next) ?? 0) : 0);
    } else if (!(step.name === 'nth' && steps[at - 1]?.name === 'frame_locator')) {
      const selector = selectorOf(step);
      if (selector === undefined) return undefined;
      found.push(selector);
      if (matchesParts(step)) whys.add('The whole text has to match, including its case.');
    }
  }
  const selector = found.length > 1 ? nestedCss(found) : found[0];
  if (selector === undefined) return undefined;
  return {
    selectors: [[selector]],
    ...(frame.length > 0 && { frame }),
    ...(whys.size > 0 && { why: [...whys].join(' ') }),
  };
}

/** Joins selectors, each of which is found within the one before. */
function nestedCss(parts: readonly string[]): string | undefined {
  if (parts.some((part) => /^(?:aria|xpath|text)\//.test(part))) return undefined;
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
  if (step.name !== 'locator') return undefined;
  const xpath = /^\s*(?:xpath\s*=\s*)?(?<path>\(*\/\/[^]*)$/.exec(text)?.groups?.['path'];
  if (xpath !== undefined) return `xpath/${xpath}`;
  const css = text.replace(/^\s*css\s*=\s*/, '');
  return /^\s*[\w-]+\s*=|>>/.test(css) ? undefined : css;
}
