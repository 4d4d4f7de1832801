import { controlOf, describeElement } from './element-facts.ts';
import { matchOptions, type OptionText, type WantedOption } from './match-options.ts';
import { type Needs, nextFrame, type Readiness, waitUntilReady } from './wait-until-ready.ts';

export type Selection =
  | Readiness
  | {
      readonly state: 'no-option';
      readonly missing: readonly string[];
      readonly available: readonly string[];
    }
  /** Several distinct options are equal to the text. */
  | {
      readonly state: 'several-options';
      readonly text: string;
      readonly candidates: readonly string[];
    };

/**
 * Waits for the list and for a match, and selects. An equal option counts immediately. One that
 * matches a pattern, or differs in case or white space, counts only after the options have not
 * changed for half a second, because lists are often filled late.
 */
export async function selectWhenReady(
  element: Element,
  wanted: readonly WantedOption[],
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
    const isOver = performance.now() >= end;
    const isSettled = isOver || performance.now() - knownSince >= 500;
    const choice = chooseOptions(list, options, wanted);
    const { unclear } = choice;
    if (isSettled && unclear) return { state: 'several-options', ...describeUnclear(unclear) };
    if (!unclear && choice.missing.length === 0 && (isSettled || choice.isFinal)) {
      applySelection(list, choice.chosen);
      return readiness;
    }
    if (isOver) {
      return { state: 'no-option', missing: choice.missing, available: listOptions(list) };
    }
    await nextFrame();
  }
}

function refuseList(list: Element): { state: 'refused'; problem: string } {
  const problem = `is ${describeElement(list)}: select_option needs a <select>; click custom lists open and click the option`;
  return { state: 'refused', problem };
}

/**
 * Returns the enabled options, once the list is ready and they have not changed for half a second.
 */
export async function readOptionsWhenReady(
  element: Element,
  needs: Needs,
): Promise<Exclude<Readiness, { state: 'ready' }> | { state: 'read'; options: OptionText[] }> {
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

function isDisabledOption(option: HTMLOptionElement): boolean {
  const group = option.parentElement;
  return option.disabled || (group instanceof HTMLOptGroupElement && group.disabled);
}

/** Whether the option is hidden even in the open list. */
function isHiddenOption(option: HTMLOptionElement): boolean {
  const group = option.parentElement;
  const around = group instanceof HTMLOptGroupElement ? [option, group] : [option];
  return around.some((element) => getComputedStyle(element).display === 'none');
}

interface UnclearText {
  readonly text: string;
  readonly options: readonly HTMLOptionElement[];
}

interface OptionChoice {
  readonly chosen: readonly HTMLOptionElement[];
  /** Texts that match no option. */
  readonly missing: readonly string[];
  readonly unclear: UnclearText | undefined;
  /** Whether options that are still loading cannot change the choice. */
  readonly isFinal: boolean;
}

/**
 * Every given text must match one option; a pattern may match several in a multiple-choice list.
 */
function chooseOptions(
  list: HTMLSelectElement,
  options: readonly HTMLOptionElement[],
  wanted: readonly WantedOption[],
): OptionChoice {
  const found = wanted.map((text) => {
    const { positions, by } = matchOptions(options, text);
    const matched = positions.flatMap((position) => options[position] ?? []);
    const isMany = by === 'pattern' && list.multiple;
    return { text, by, isMany, matched: isMany ? matched : distinctOptions(matched) };
  });
  const unclear = found.find(({ matched, isMany }) => matched.length > 1 && !isMany);
  return {
    chosen: found.flatMap(({ matched }) => matched),
    missing: found.flatMap(({ text, matched }) => (matched.length === 0 ? [nameOf(text)] : [])),
    unclear: unclear && { text: nameOf(unclear.text), options: unclear.matched },
    isFinal: found.every(({ by }) => by === 'equality'),
  };
}

/**
 * Merges options with the same value, which the page cannot distinguish. A hidden one counts only
 * if all are hidden.
 */
function distinctOptions(options: readonly HTMLOptionElement[]): HTMLOptionElement[] {
  if (options.length < 2) return [...options];
  const shown = options.filter((option) => !isHiddenOption(option));
  const byValue = new Map<string, HTMLOptionElement>();
  for (const option of shown.length > 0 ? shown : options) {
    if (!byValue.has(option.value)) byValue.set(option.value, option);
  }
  return [...byValue.values()];
}

function nameOf(wanted: WantedOption): string {
  return typeof wanted === 'string' ? wanted : wanted.label;
}

function describeUnclear({ text, options }: UnclearText): {
  text: string;
  candidates: string[];
} {
  const candidates = options
    .slice(0, 5)
    .map(({ label, value }) => `${label.trim().slice(0, 60)} (value ${value.slice(0, 60)})`);
  return { text, candidates };
}

/**
 * Selects without moving focus, as Playwright does: some calendars close when their field loses it.
 */
function applySelection(list: HTMLSelectElement, chosen: readonly HTMLOptionElement[]): void {
  for (const option of list.options) option.selected = chosen.includes(option);
  list.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  list.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Limited, because some lists have thousands of options. */
function listOptions(list: HTMLSelectElement): string[] {
  const options = [...list.options];
  const texts = options.slice(0, 20).map((option) => {
    const label = option.label.trim().slice(0, 60);
    if (isDisabledOption(option)) return `${label} (disabled)`;
    return isHiddenOption(option) ? `${label} (hidden)` : label;
  });
  return options.length > 20 ? [...texts, `and ${options.length - 20} more`] : texts;
}
