import { abortable } from '@errand/foundation';
import type { KeyInput } from 'puppeteer';
import { NoEffectError } from '../../errors.ts';
import { type ActingElement, adaptNeeds, onElement } from './acting-element.ts';
import { callOn } from '../browser/call-in-page.ts';
import type { Slider } from '../in-page/slider-state.ts';
import { toPagePoint } from './page-point.ts';
import { clickAt, endsWithPage, fieldNeeds } from './pointing.ts';

/** A slider drawn by a script follows its keys within this time. */
const FOLLOWS_WITHIN_MS = 300;
/** The slider has followed when its value stays the same for this long. */
const RESTS_FOR_MS = 80;
/** Rounds of key presses, each with as many presses as the distance needs. */
const MOST_ROUNDS = 20;
const MOST_KEYS_PER_ROUND = 400;

interface ArrowKeys {
  readonly forward: KeyInput;
  readonly back: KeyInput;
}

interface Stepping {
  readonly wanted: number;
  readonly start: number;
  readonly keys: ArrowKeys;
}

const horizontalKeys: ArrowKeys = { forward: 'ArrowRight', back: 'ArrowLeft' };
const verticalKeys: ArrowKeys = { forward: 'ArrowUp', back: 'ArrowDown' };

/**
 * Moves a slider to a number as a person does: by a click on its track or a drag of its thumb, and
 * with the arrow keys.
 */
export async function slide(element: ActingElement, text: string): Promise<void> {
  const slider = await grab(element, text);
  const { wanted } = slider;
  let value = slider.value;
  if (slider.isNative && !isSame(value, wanted)) {
    await clickAt(element, slider.to);
    value = await readNext(element, value);
  }
  if (!isSame(value, wanted))
    value = await stepTo(element, { wanted, start: value, keys: horizontalKeys });
  if (isSame(value, wanted)) return;
  if (slider.isNative) return fill(element, text);
  const { from, to } = await grab(element, text);
  await endsWithPage(element, element.pointer.drag(from, to));
  value = await readNext(element, value);
  if (!isSame(value, wanted))
    value = await stepTo(element, { wanted, start: value, keys: horizontalKeys });
  if (isSame(value, wanted)) return;
  const problem = `stopped at ${value} on the way to the number: it follows neither keys nor the pointer`;
  throw new NoEffectError(element.locator, problem, element.deadline.elapsedMs());
}

async function grab(element: ActingElement, text: string): Promise<Slider> {
  return onElement(element, async (handle, timeoutMs) => {
    const needs = adaptNeeds(element, { ...fieldNeeds, isStable: true, isInView: true });
    const slider = await callOn(handle, 'grabSlider', text, { ...needs, timeoutMs });
    if (slider.state !== 'slider') return slider;
    const from = await toPagePoint(handle, slider.from);
    const to = await toPagePoint(handle, slider.to);
    if (typeof from === 'string') return { state: 'blocked', problem: from } as const;
    if (typeof to === 'string') return { state: 'blocked', problem: to } as const;
    return { ...slider, from, to };
  });
}

/** Moves a control to a number with the arrow keys alone, without a pointer. */
export async function stepByKeys(
  element: ActingElement,
  wanted: number,
  start: number,
): Promise<void> {
  await onElement(element, (handle, timeoutMs) =>
    callOn(handle, 'focusWhenReady', { ...adaptNeeds(element, { isEnabled: true }), timeoutMs }),
  );
  element.onAct?.();
  const value = await stepTo(element, { wanted, start, keys: verticalKeys });
  if (isSame(value, wanted)) return;
  const problem = `stopped at ${value} on the way to the number`;
  throw new NoEffectError(element.locator, problem, element.deadline.elapsedMs());
}

/** Presses arrow keys as long as they bring the value closer. Returns the final value. */
async function stepTo(element: ActingElement, { wanted, start, keys }: Stepping): Promise<number> {
  let value = start;
  let perKey: number | undefined;
  for (let round = 0; round < MOST_ROUNDS && !isSame(value, wanted); round += 1) {
    const distance = wanted - value;
    const count = perKey === undefined ? 1 : Math.floor(Math.abs(distance / perKey) + 1e-6);
    if (count === 0) return value;
    const isForward = distance > 0 === (perKey ?? 1) > 0;
    const pressed = Math.min(count, MOST_KEYS_PER_ROUND);
    await pressArrow(element, isForward ? keys.forward : keys.back, pressed);
    const next = await readNext(element, value);
    if (next === value) return value;
    const step = ((next - value) / pressed) * (isForward ? 1 : -1);
    perKey ??= step;
    value = next;
  }
  return value;
}

async function pressArrow(element: ActingElement, key: KeyInput, count: number): Promise<void> {
  const { page, deadline } = element;
  for (let pressed = 0; pressed < count; pressed += 1) {
    await abortable(page.keyboard.press(key), deadline.signal);
  }
}

async function readNext(element: ActingElement, before: number): Promise<number> {
  const { value } = await onElement(element, async (handle) => ({
    state: 'read',
    value: await callOn(handle, 'nextSliderValue', before, {
      restMs: RESTS_FOR_MS,
      timeoutMs: FOLLOWS_WITHIN_MS,
    }),
  }));
  return value;
}

/** Sets a number that lies between the steps of the keys. */
async function fill(element: ActingElement, text: string): Promise<void> {
  await onElement(element, (handle, timeoutMs) =>
    callOn(handle, 'fillInside', text.trim(), { ...fieldNeeds, timeoutMs }),
  );
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-9 * Math.max(1, Math.abs(one));
}
