import { asList, asNumber, asPlain, asText } from '../draft/json.ts';
import { ownValue } from '../draft/own-value.ts';
import { pageKey } from './key-names.ts';
import type { ReadNode } from './node-reader.ts';
import { isOptionPattern, OPTION_PATTERN } from './option-patterns.ts';
import { type FrameIndex, selectUnderPointer } from './replay-scripts.ts';
import { replayTarget, type ReplayTarget } from './replay-selectors.ts';

export interface ReplaySteps {
  readonly steps: readonly object[];
  /** The frames around the element, the outermost first. */
  readonly frames?: readonly FrameIndex[];
  readonly why?: string;
  /** Why there are no steps, or none that do what the node is for. */
  readonly skipped?: string;
}

type Fields = ReadNode['fields'];
/** Inserts the example values of inputs; undefined if a value is not known before a run. */
export type FillIn = (text: string) => string | undefined;
type ToSteps = (fields: Fields, fill: FillIn) => ReplaySteps | undefined;

/** The element of a step in the notation of the format. */
interface Place {
  readonly selectors: readonly (readonly string[])[];
}

interface Found extends Pick<ReplayTarget, 'frames' | 'why'> {
  readonly place: Place;
}

function placeOf(fields: Fields, fill: FillIn): Found | undefined {
  const command = fill(asText(fields['command']) ?? '');
  const xpath = fill(asText(fields['xpath']) ?? '');
  if (xpath) {
    const path = xpath.replace(/^\s*xpath\s*=\s*/, '');
    return { place: { selectors: [[`xpath/${path}`]] }, frames: [] };
  }
  const found = command ? replayTarget(command) : undefined;
  if (!found) return undefined;
  const { selectors, ...more } = found;
  return { place: { selectors }, ...more };
}

const onElement =
  (write: (place: Place, fields: Fields, fill: FillIn) => readonly object[] | undefined): ToSteps =>
  (fields, fill) => {
    const found = placeOf(fields, fill);
    const steps = found && write(found.place, fields, fill);
    return steps && withReasons(steps, found, [found.why]);
  };

function withReasons(
  steps: readonly object[],
  { frames = [] }: Partial<Found>,
  reasons: readonly (string | undefined)[],
): ReplaySteps {
  const why = reasons.filter((one) => one !== undefined).join(' ');
  return { steps, frames, ...(why !== '' && { why }) };
}

/** The format counts from the corner, which no click reaches if it is round. */
const point = { offsetX: 7, offsetY: 7 };
const buttons: Readonly<Record<string, string>> = { middle: 'auxiliary', right: 'secondary' };

const clickElement: ToSteps = (fields, fill) => {
  const written = pressButton(fields, fill);
  if (!written || fields['position'] !== undefined || isSmallControl(fields)) return written;
  const why = [written.why, CORNER].filter((one) => one !== undefined).join(' ');
  return { ...written, why };
};

const CORNER = 'It clicks near the upper left corner: the format has no middle of an element.';
const CONTROL =
  /(?:get_by_(?:label|placeholder)\(|get_by_role\(\s*["'](?:button|checkbox|combobox|link|menuitem\w*|option|radio|searchbox|spinbutton|switch|tab|textbox)["'])(?:[^"'()]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*\)$/;
const POSITION = /(?:\.(?:first|last|nth\(-?\d+\)))+$/;
const CONTROL_TAG =
  /(?:^|[\s>+~"'/])(?:a|button|input|label|option|select|textarea)(?:[#.:[][^\s>+~/]*)?["']?\)?$/;

/** Whether a click has the same effect wherever it is in the element. */
function isSmallControl(fields: Fields): boolean {
  const locator = asText(fields['command']) ?? asText(fields['xpath']) ?? '';
  const where = locator.trim().replace(POSITION, '');
  return CONTROL.test(where) || CONTROL_TAG.test(where);
}

const pressButton = onElement((place, fields) => {
  const type = fields['double_click'] === true ? 'doubleClick' : 'click';
  const button = ownValue(buttons, asText(fields['button']) ?? '');
  const position = fields['position'] as { x: number; y: number } | undefined;
  const at = position ? { offsetX: position.x, offsetY: position.y } : point;
  const holdMs = (asNumber(fields['hold_seconds']) ?? 0) * 1000;
  const held = asList(fields['modifiers']).map((name) =>
    name === 'ControlOrMeta' ? 'Control' : name,
  );
  return [
    ...held.map((key) => ({ type: 'keyDown', key })),
    {
      type,
      ...place,
      ...at,
      ...(button !== undefined && { button }),
      ...(holdMs > 0 && { duration: holdMs }),
    },
    ...held.map((key) => ({ type: 'keyUp', key })),
  ];
});

function change(name: string): ToSteps {
  return onElement((place, fields, fill) => {
    const given = fields[name];
    const value = fill(asPlain(given));
    if (given === undefined || value === undefined) return undefined;
    const enter = fields['press_enter'] === true ? keySteps(['Enter']) : [];
    return [{ type: 'change', ...place, value }, ...enter];
  });
}

const keySteps = (keys: readonly string[]): object[] => [
  ...keys.map((key) => ({ type: 'keyDown', key })),
  ...keys.toReversed().map((key) => ({ type: 'keyUp', key })),
];

function keyPress(fields: Fields, fill: FillIn): ReplaySteps | undefined {
  const keys = asList(fields['type']).map((key) => pageKey(asText(key) ?? ''));
  const known = keys.filter((key) => key !== undefined);
  if (known.length === 0 || known.length < keys.length) return undefined;
  const hasElement = fields['command'] !== undefined || fields['xpath'] !== undefined;
  if (!hasElement) return { steps: keySteps(known) };
  const found = placeOf(fields, fill);
  if (!found) return undefined;
  const steps = [{ type: 'click', ...found.place, ...point }, ...keySteps(known)];
  return withReasons(steps, found, [found.why, 'It clicks the element to give it the focus.']);
}

function scroll(fields: Fields, fill: FillIn): ReplaySteps | undefined {
  const hasElement = fields['command'] !== undefined || fields['xpath'] !== undefined;
  const found = placeOf(fields, fill);
  if (hasElement && !found) return undefined;
  if (fields['to_element'] === true)
    return found && withReasons([{ type: 'scroll', ...found.place }], found, [found.why]);
  const direction = asText(fields['direction']) ?? (fields['down'] === false ? 'up' : 'down');
  const amount = asNumber(fields['amount']) ?? -1;
  const pixels = amount === -1 ? 100_000 : amount;
  const signed = direction === 'up' || direction === 'left' ? 0 : pixels;
  const at = direction === 'left' || direction === 'right' ? { x: signed } : { y: signed };
  const steps = [{ type: 'scroll', ...found?.place, ...at }];
  return withReasons(steps, found ?? {}, [
    found?.why,
    'It scrolls to a place instead of by a distance.',
  ]);
}

/** The format selects one option, by its value; anything else is done by a script. */
function selectOption(fields: Fields, fill: FillIn): ReplaySteps | undefined {
  const given = asList(fields['select_values']).map((one) => fill(asText(one) ?? ''));
  const options = given.filter((one) => one !== undefined);
  const found = placeOf(fields, fill);
  if (!found || options.length === 0 || options.length < given.length) return undefined;
  if (options.some(isOptionPattern)) return { steps: [], skipped: OPTION_PATTERN };
  const [first = '', ...others] = options;
  if (first.startsWith('value=') && others.length === 0) {
    const step = { type: 'change', ...found.place, value: first.slice('value='.length) };
    return withReasons([step], found, [found.why]);
  }
  const steps = [
    { type: 'hover', ...found.place },
    { type: 'waitForExpression', expression: selectUnderPointer(options) },
  ];
  const why = 'A script selects in the list under the pointer, and case matters.';
  return withReasons(steps, found, [found.why, why]);
}

/** An extraction whose element the run waits for. */
function waitToRead(fields: Fields, fill: FillIn): ReplaySteps | undefined {
  const found = placeOf(fields, fill);
  if (!found) return undefined;
  const { place, frames } = found;
  const skipped = 'The format reads nothing: the file waits for the element instead.';
  return { steps: [{ type: 'waitForElement', ...place }], frames, skipped };
}

export const navigateTo = (url: string): object => ({
  type: 'navigate',
  url,
  assertedEvents: [{ type: 'navigation', url }],
});

const LONGEST_WAIT_MS = 30_000;

/** Waits for what is expected; other expectations are conditions in JavaScript. */
function waitFor(fields: Fields, fill: FillIn): ReplaySteps | undefined {
  const assertion = asText(fields['assertion']) ?? '';
  const wanted = (asNumber(fields['timeout']) ?? 5) * 1000;
  const timeout = Math.min(LONGEST_WAIT_MS, Math.max(1, wanted));
  const cut = timeout === wanted ? [] : ['The format waits at least 1 ms and at most 30 seconds.'];
  const isNegated = fields['is_negated'] === true;
  const expected = fill(asPlain(fields['expected']));
  if (expected === undefined) return undefined;
  if (assertion === 'to_have_title' || assertion === 'to_have_url') {
    const actual = assertion === 'to_have_title' ? 'document.title' : 'location.href';
    const test = comparison(actual, expected, asText(fields['match']) ?? 'equals');
    const expression = isNegated ? `!(${test})` : test;
    const step = { type: 'waitForExpression', timeout, expression };
    return withReasons([step], {}, cut);
  }
  const found = placeOf(fields, fill);
  const wait = found && elementWait(assertion, { expected, isNegated, fields });
  if (!found || !wait) return undefined;
  const step = { type: 'waitForElement', ...found.place, timeout, ...wait };
  return withReasons([step], found, [found.why, whyOf(assertion), ...cut]);
}

function whyOf(assertion: string): string | undefined {
  if (assertion === 'to_be_visible' || assertion === 'to_be_hidden') {
    return 'The format only looks whether the element exists.';
  }
  if (assertion === 'to_have_text') return 'White space in the text counts.';
  return undefined;
}

function comparison(actual: string, expected: string, match: string): string {
  const text = JSON.stringify(expected);
  if (match === 'regex') return `new RegExp(${text}).test(${actual})`;
  return match === 'contains' ? `${actual}.includes(${text})` : `${actual} === ${text}`;
}

interface Expected {
  readonly expected: string;
  readonly isNegated: boolean;
  readonly fields: Fields;
}

function elementWait(
  assertion: string,
  { expected, isNegated, fields }: Expected,
): object | undefined {
  const isExact = (asText(fields['match']) ?? 'equals') === 'equals';
  if (assertion === 'to_be_visible') return { visible: !isNegated };
  if (assertion === 'to_be_hidden') return { visible: isNegated };
  if (assertion === 'to_have_count' && /^\d+$/.test(expected)) {
    const count = Number(expected);
    // The format's `visible: false` negates the comparison.
    return { count, operator: '==', ...(isNegated && { visible: false }) };
  }
  if (isNegated || !isExact) return undefined;
  if (assertion === 'to_be_checked') return { properties: { checked: true } };
  if (assertion === 'to_be_disabled') return { properties: { disabled: true } };
  if (assertion === 'to_be_enabled') return { properties: { disabled: false } };
  if (assertion === 'to_have_value') return { properties: { value: expected } };
  if (assertion === 'to_have_text') return { properties: { textContent: expected } };
  const attribute = asText(fields['attribute']);
  const isAttribute = assertion === 'to_have_attribute' && attribute !== undefined;
  return isAttribute ? { attributes: { [attribute]: expected } } : undefined;
}

const writers: Readonly<Record<string, ToSteps>> = {
  check: onElement((place) => [{ type: 'click', ...place, ...point }]),
  click_element: clickElement,
  close_current_tab: () => ({ steps: [{ type: 'close' }] }),
  expect: waitFor,
  go_to_url: (fields, fill) => {
    const url = fill(asText(fields['url']) ?? '');
    const isNew = fields['new_tab'] === true;
    return url === undefined || isNew ? undefined : { steps: [navigateTo(url)] };
  },
  hover: onElement((place) => [{ type: 'hover', ...place }]),
  input_text: change('input_text'),
  key_press: keyPress,
  locator: waitToRead,
  scroll,
  select_option: selectOption,
  set_value: (fields, fill) =>
    typeof fields['value'] === 'boolean'
      ? { steps: [], skipped: 'The format only clicks a box: use check or uncheck.' }
      : change('value')(fields, fill),
  uncheck: onElement((place) => [{ type: 'click', ...place, ...point }]),
  wait_for: waitFor,
};
const toggles = new Set(['check', 'uncheck']);

/** Returns undefined if the format has nothing for the node. */
export function replaySteps({ kind, fields }: ReadNode, fill: FillIn): ReplaySteps | undefined {
  const written = ownValue(writers, kind)?.(fields, fill);
  if (!written || !toggles.has(kind)) return written;
  return { ...written, why: 'It clicks the box, whatever its state is.' };
}
