import { asList, asNumber, asObject, asText, member } from '../draft/json.ts';
import {
  approximated,
  mapped,
  type Mapping,
  type NodeDocument,
  skipped,
} from '../draft/mapping.ts';
import { callPage, interact, waitForJavaScript } from '../draft/nodes.ts';
import { ownValue } from '../draft/own-value.ts';
import { openAddress } from '../draft/open-address.ts';
import { WAIT_MARK } from '../draft/wait-mark.ts';
import { setWindow } from '../draft/window-size.ts';
import type { FlowState, FlowStep } from './flow-state.ts';
import { mapKeyDown, mapKeyUp, takeModifiers } from './map-keys.ts';
import { forgetScrolling, mapScroll } from './map-scroll.ts';
import { mapWait } from './map-wait.ts';
import { readSelectors } from './selectors.ts';
import { targetOf } from './step-text.ts';

const NO_CLICK = 'Moves through the history of the tab instead of clicking.';
const UNREADABLE = 'Its target or its frame cannot be read.';
const NOT_OPENED =
  'It acts in another tab, or in a frame of another site, which no click or key before it opens: for a frame, add frame_locator to its locator.';
const OPENED =
  'The step before is expected to open this tab. If it is a frame of another site, remove expect_new_tab and add frame_locator to the locators.';

const noElement = skipped('None of its selectors can be used.');

/** Maps a step, in the tab and the frames that it names. */
export function mapStep(type: string, step: unknown, state: FlowState): Mapping {
  const run = ownValue(steps, type);
  if (!run) return skipped(`Errand has no step for ${type.slice(0, 60)}.`);
  const frames = framesOf(step);
  if (frames === undefined || !hasTarget(step)) return skipped(UNREADABLE);
  const candidates = readSelectors(member(step, 'selectors')).map((one) => `${frames}${one}`);
  const isNew = !state.tabs.includes(targetOf(step));
  if (isNew && !openTab(targetOf(step), state)) return { ...skipped(NOT_OPENED), candidates };
  const mapping = run({ step, state, command: candidates[0] });
  if (isClick(type)) state.isClickLost = mapping.nodes.length === 0;
  const switching = mapping.nodes.length > 0 ? enterTab(step, state) : [];
  // Comes after `enterTab`, because the tab that closes must be the current one.
  if (type === 'close') leaveTab(step, state);
  if (type === 'navigate' || hasNavigated(step)) forgetScrolling(step, state);
  const nodes = [...switching, ...mapping.nodes];
  const whys = [
    mapping.why,
    isNew ? OPENED : undefined,
    frames === '' || mapping.nodes.length === 0
      ? undefined
      : 'Frames are counted among the iframe elements of the page.',
  ];
  const why = whys.filter((one) => one !== undefined).join(' ');
  const isApproximated =
    mapping.outcome === 'mapped' && (isNew || (frames !== '' && nodes.length > 0));
  const outcome = isApproximated ? 'approximated' : mapping.outcome;
  return { outcome, nodes, candidates, ...(why !== '' && { why }) };
}

const hasNavigated = (step: unknown): boolean =>
  asList(member(step, 'assertedEvents')).some((event) => member(event, 'type') === 'navigation');

/** `frame: [0, 1]` is the second frame in the first one. Undefined for anything else. */
function framesOf(step: unknown): string | undefined {
  const frame = member(step, 'frame') ?? [];
  if (!Array.isArray(frame) || !frame.every(isPosition)) return undefined;
  return frame.map((index) => `frame_locator("iframe").nth(${index}).`).join('');
}

const isPosition = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0;

const hasTarget = (step: unknown): boolean =>
  ['string', 'undefined'].includes(typeof member(step, 'target'));

const isClick = (type: string): boolean => type === 'click' || type === 'doubleClick';

const isWait = (node: NodeDocument): boolean =>
  asObject(node['misc_action'])?.['wait_for'] !== undefined;

/** A new target is the tab that the last click or key opened; false if that opens none. */
function openTab(target: string, state: FlowState): boolean {
  if (state.isClickLost) return false;
  const hasOpened = state.draft.amendLast((node) => {
    const interaction = asObject(node['interaction_action']) ?? {};
    const canOpen = 'click_element' in interaction || 'key_press' in interaction;
    return canOpen && !('expect_new_tab' in node) ? { ...node, expect_new_tab: true } : undefined;
  }, isWait);
  if (!hasOpened) return false;
  state.tabs.push(target);
  state.currentTab = target;
  return true;
}

/** Switches to the tab of a step, unless it is the current one. */
function enterTab(step: unknown, state: FlowState): NodeDocument[] {
  const target = targetOf(step);
  if (target === state.currentTab) return [];
  state.currentTab = target;
  return [interact('switch_tab', { tab_index: state.tabs.indexOf(target) })];
}

/** Removes the tab that a step has closed. No other tab is current yet. */
function leaveTab(step: unknown, state: FlowState): void {
  const { tabs } = state;
  if (tabs.length === 1) return;
  tabs.splice(tabs.indexOf(targetOf(step)), 1);
  state.currentTab = undefined;
}

/** Browsers hide the folder of a chosen file. */
const isUpload = (value: string, selectors: readonly string[]): boolean =>
  value.startsWith('C:\\fakepath\\') ||
  selectors.some((one) => /type\s*=\s*\\?["']?file\b/i.test(one));

function upload(command: string, value: string): Mapping {
  const name = value.split(/[/\\]/).at(-1) ?? '';
  if (name === '') return skipped('It names no file.');
  const node = interact('upload_file', { command, files: [{ input_file: name }] });
  return approximated('Tasks supply the file as an input file.', node);
}

/** Only a field can be emptied; a list has an option without a value. */
function clear(command: string): Mapping {
  const isList = /\bselect\b/i.test(command);
  if (isList) return mapped(interact('set_value', { command, value: '' }));
  const why = 'It empties a text field; a list needs select_option.';
  return approximated(why, interact('input_text', { command, input_text: '' }));
}

type StepReader = (given: FlowStep) => Mapping;

/** Recordings often begin on the page that Chrome shows in a new tab. */
const BLANK = /^chrome:\/\/new-?tab(?:-page)?\/?$/;

function navigate({ step, state }: FlowStep): Mapping {
  const url = asText(member(step, 'url'));
  if (url === undefined) return skipped('It has no address.');
  if (BLANK.test(url)) return { ...mapped(), why: 'The blank page of a new tab.' };
  return openAddress(url, state.draft);
}

function click(more: object): StepReader {
  return ({ step, state, command }) => {
    const button = asText(member(step, 'button')) ?? 'primary';
    const names: Readonly<Record<string, string>> = { auxiliary: 'middle', secondary: 'right' };
    if (button === 'back') return approximated(NO_CLICK, interact('go_back', {}));
    if (button === 'forward') {
      return approximated(`${NO_CLICK} Runs as a Python script.`, callPage('go_forward()'));
    }
    if (command === undefined) return noElement;
    const duration = asNumber(member(step, 'duration')) ?? 0;
    const modifiers = takeModifiers(state);
    const other = ownValue(names, button);
    const isLong = duration >= 500 && !('double_click' in more);
    return mapped(
      interact('click_element', {
        command,
        ...more,
        ...(other !== undefined && { button: other }),
        ...(modifiers.length > 0 && { modifiers }),
        ...(isLong && { hold_seconds: Math.min(60, duration / 1000) }),
        ...pointOf(step, command),
      }),
    );
  };
}

/** Within an image, the point of a click matters; elsewhere the centre is safer. */
function pointOf(step: unknown, command: string): object {
  const x = asNumber(member(step, 'offsetX'));
  const y = asNumber(member(step, 'offsetY'));
  const isPicture = /\b(?:canvas|svg|img|map|area)\b/i.test(command);
  if (!isPicture || x === undefined || y === undefined || x < 0 || y < 0) return {};
  return { position: { x, y } };
}

function change({ step, state, command }: FlowStep): Mapping {
  const value = asText(member(step, 'value'));
  if (command === undefined) return noElement;
  if (value === undefined) return skipped('It has no value.');
  const others = readSelectors(member(step, 'selectors'));
  if (isUpload(value, others)) return upload(command, value);
  if (value === '') return clear(command);
  const { text, isSecret } = state.draft.names.type(value, { locator: command, others });
  if (isSecret) return mapped(interact('input_text', { command, input_text: text }));
  return mapped(interact('set_value', { command, value: text }));
}

const steps: Readonly<Record<string, StepReader>> = {
  setViewport: ({ step, state }) => {
    const width = asNumber(member(step, 'width'));
    const height = asNumber(member(step, 'height'));
    if (width === undefined || height === undefined) return skipped('It has no size.');
    const mapping = setWindow(state.draft.settings, { width, height });
    const isMobile = member(step, 'isMobile') === true || member(step, 'hasTouch') === true;
    if (!isMobile) return mapping;
    return approximated(
      'The page gets the size only: no touch, no mobile browser.',
      ...mapping.nodes,
    );
  },
  navigate,
  click: click({}),
  doubleClick: click({ double_click: true }),
  change,
  hover: ({ command }) =>
    command === undefined ? noElement : mapped(interact('hover', { command })),
  keyDown: ({ step, state }) =>
    mapKeyDown(asText(member(step, 'key')), { state, isReleased: state.released.has(step) }),
  keyUp: ({ step, state }) => mapKeyUp(asText(member(step, 'key')), state),
  scroll: mapScroll,
  close: () => mapped(interact('close_current_tab', {})),
  waitForElement: mapWait,
  waitForExpression: ({ step }) => {
    const expression = asText(member(step, 'expression'));
    if (expression === undefined) return skipped('It has no expression.');
    if (expression.startsWith(WAIT_MARK)) return { ...mapped(), why: 'Errand waits by itself.' };
    if (asList(member(step, 'frame')).length > 0) return skipped('It is evaluated in a frame.');
    const timeout = asNumber(member(step, 'timeout')) ?? 5000;
    return approximated(
      'Runs as a Python script.',
      waitForJavaScript(expression, Math.max(0, timeout)),
    );
  },
  emulateNetworkConditions: () => skipped('Errand does not slow the network down.'),
  customStep: () => skipped('It belongs to an extension.'),
};
