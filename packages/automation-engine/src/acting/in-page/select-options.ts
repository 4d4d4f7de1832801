import { controlOf, describeElement } from './element-facts.ts';
import { type Needs, nextFrame, type Readiness, waitUntilReady } from './wait-until-ready.ts';

export type Selection =
  | Readiness
  | {
      readonly state: 'no-option';
      readonly missing: readonly string[];
      readonly available: readonly string[];
    };

/**
 * Waits for the list and for a match, and selects. Exact and pattern matches count at once; a likeness
 * only after the options have not changed for half a second, because lists are often filled late.
 */
export async function selectWhenReady(
  element: Element,
  wanted: readonly string[],
  needs: Needs,
): Promise<Selection> {
  const end = performance.now() + needs.timeoutMs;
  const list = controlOf(element);
  if (!(list instanceof HTMLSelectElement)) return refuseList(list);
  if (wanted.length > 1 && !list.multiple) {
    const problem = `takes one option, but select_values asks for ${wanted.length}`;
    return { state: 'refused', problem };
  }
  const readiness = await waitUntilReady(element, needs);
  if (readiness.state !== 'ready') return readiness;
  let known = '';
  let knownSince = performance.now();
  for (;;) {
    if (!element.isConnected) return { state: 'detached' };
    const options = [...list.options].filter((option) => !isDisabledOption(option));
    const listing = options.map(({ value, label }) => `${value}\n${label}`).join('\n');
    if (listing !== known) knownSince = performance.now();
    known = listing;
    const isSettled = performance.now() - knownSince >= 500 || performance.now() >= end;
    const { chosen, missing } = chooseOptions(options, wanted, isSettled);
    if (missing.length === 0) {
      applySelection(list, chosen);
      return readiness;
    }
    if (performance.now() >= end) {
      return { state: 'no-option', missing, available: listOptions(list) };
    }
    await nextFrame();
  }
}

export interface ListedOption {
  readonly value: string;
  readonly label: string;
}

export function refuseList(list: Element): { state: 'refused'; problem: string } {
  const problem = `is ${describeElement(list)}: select_option needs a <select>; click custom lists open and click the option`;
  return { state: 'refused', problem };
}

/** The options that can be chosen, once the list is ready and they have not changed for half a second. */
export async function readOptionsWhenReady(
  element: Element,
  needs: Needs,
): Promise<Exclude<Readiness, { state: 'ready' }> | { state: 'read'; options: ListedOption[] }> {
  const end = performance.now() + needs.timeoutMs;
  const list = controlOf(element);
  if (!(list instanceof HTMLSelectElement)) return refuseList(list);
  const readiness = await waitUntilReady(element, needs);
  if (readiness.state !== 'ready') return readiness;
  let known = '';
  let knownSince = performance.now();
  for (;;) {
    if (!element.isConnected) return { state: 'detached' };
    const enabled = [...list.options].filter((option) => !isDisabledOption(option));
    const options = enabled.map(({ value, label }) => ({ value, label }));
    const listing = JSON.stringify(options);
    if (listing !== known) knownSince = performance.now();
    known = listing;
    const isSettled = options.length > 0 && performance.now() - knownSince >= 500;
    if (isSettled || performance.now() >= end) return { state: 'read', options };
    await nextFrame();
  }
}

export function isDisabledOption(option: HTMLOptionElement): boolean {
  const group = option.parentElement;
  return option.disabled || (group instanceof HTMLOptGroupElement && group.disabled);
}

export function matchOptions(
  options: readonly HTMLOptionElement[],
  wanted: readonly string[],
): HTMLOptionElement[] {
  const tests = wanted.map((text) => {
    const pattern = toPattern(text);
    return (candidate: string) => candidate === text || pattern?.test(candidate) === true;
  });
  return options.filter(({ value, label }) =>
    tests.some((test) => test(value) || test(label) || test(label.trim())),
  );
}

/** Undefined: the text is meant as it is, or is no pattern that can be read, such as the label `Price (in $`. */
export function toPattern(text: string): RegExp | undefined {
  if (!text.startsWith('^') && !text.endsWith('$') && !text.includes('.*')) return undefined;
  try {
    return new RegExp(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Every wanted text must lead to an option; `missing` are those that do not. Likeness counts only when `mayGuess`. */
export function chooseOptions(
  options: readonly HTMLOptionElement[],
  wanted: readonly string[],
  mayGuess: boolean,
): { readonly chosen: readonly HTMLOptionElement[]; readonly missing: readonly string[] } {
  const found = wanted.map((text) => {
    const exact = matchOptions(options, [text]);
    return exact.length === 0 && mayGuess ? guessOptions(options, [text]) : exact;
  });
  const missing = wanted.filter((_text, index) => found[index]?.length === 0);
  return { chosen: found.flat(), missing };
}

/** What is left when nothing matches: the only real choice, then the best likeness of values, then of labels. */
export function guessOptions(
  options: readonly HTMLOptionElement[],
  wanted: readonly string[],
): HTMLOptionElement[] {
  const [first, second] = options;
  if (options.length === 1 && first && first.value !== '') return [first];
  if (options.length === 2 && first && second) {
    if (first.value === 'Select One') return [second];
    if (second.value === 'Select One') return [first];
  }
  const byValue = mostAlike(options, wanted, 'value');
  return byValue.length > 0 ? byValue : mostAlike(options, wanted, 'label');
}

export function mostAlike(
  options: readonly HTMLOptionElement[],
  wanted: readonly string[],
  property: 'value' | 'label',
): HTMLOptionElement[] {
  const texts = options.map((option) => normalizeText(option[property]));
  if (new Set(texts).size < texts.length) return [];
  return wanted.flatMap((text) => {
    const sought = normalizeText(text);
    const scores = texts.map((candidate): number => {
      if (sought === '' || candidate === '') return 0;
      if (candidate === sought) return 100;
      if (candidate.startsWith(sought) || sought.startsWith(candidate)) return 80;
      return candidate.includes(sought) || sought.includes(candidate) ? 60 : 0;
    });
    const best = Math.max(...scores);
    const option = best > 0 ? options[scores.indexOf(best)] : undefined;
    return option ? [option] : [];
  });
}

export function normalizeText(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, '');
}

export function applySelection(
  list: HTMLSelectElement,
  chosen: readonly HTMLOptionElement[],
): void {
  list.focus();
  const selected = list.multiple ? chosen : chosen.slice(0, 1);
  for (const option of list.options) option.selected = selected.includes(option);
  list.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  list.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Bounded, because some lists have thousands of options. */
export function listOptions(list: HTMLSelectElement): string[] {
  const texts = [...list.options].map((option) => {
    const label = option.label.trim().slice(0, 60);
    return isDisabledOption(option) ? `${label} (disabled)` : label;
  });
  return texts.length > 20 ? [...texts.slice(0, 20), `and ${texts.length - 20} more`] : texts;
}
