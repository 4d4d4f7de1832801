import { controlOf, describeElement } from './element-facts.ts';
import type { Point } from '../../targets/point.ts';
import { type Needs, nextFrame, type Readiness, waitUntilReady } from './wait-until-ready.ts';

/** A slider that can be moved now. */
export interface Slider {
  readonly state: 'slider';
  readonly wanted: number;
  readonly value: number;
  readonly isNative: boolean;
  /**
   * The centre of the dragged part, and where it belongs for the target value, in the document's
   * own pixels.
   */
  readonly from: Point;
  readonly to: Point;
}

/**
 * Waits for the slider, checks that it accepts the number, and focuses it. A problem never contains
 * the number.
 */
export async function grabSlider(
  element: Element,
  text: string,
  needs: Needs,
): Promise<Slider | Exclude<Readiness, { state: 'ready' }>> {
  const control = controlOf(element);
  const problem = whyNotSlidable(control, text.trim());
  if (problem !== undefined) return { state: 'refused', problem };
  const readiness = await waitUntilReady(control, needs);
  if (readiness.state !== 'ready') return readiness;
  if (control instanceof HTMLElement) control.focus();
  const wanted = Number(text);
  const isNative = control instanceof HTMLInputElement;
  return {
    state: 'slider',
    wanted,
    value: sliderValue(control),
    isNative,
    ...track(control, wanted),
  };
}

function whyNotSlidable(control: Element, text: string): string | undefined {
  const isNative = control instanceof HTMLInputElement && control.type === 'range';
  if (!isNative && control.getAttribute('role') !== 'slider') {
    return `is ${describeElement(control)}: is_slider needs an <input type="range"> or an element with role="slider"`;
  }
  const { min, max, step } = sliderLimits(control);
  const wanted = Number(text);
  const steps = step === undefined ? 0 : (wanted - min) / step;
  const isOnStep = Math.abs(steps - Math.round(steps)) < 1e-6;
  if (text !== '' && wanted >= min && wanted <= max && isOnStep) return undefined;
  const inSteps = step === undefined ? '' : ` in steps of ${step}`;
  return `is ${describeElement(control)}, which takes a number from ${min} to ${max}${inSteps}; the given text is something else`;
}

export function sliderLimits(control: Element): { min: number; max: number; step?: number } {
  const isNative = control instanceof HTMLInputElement;
  const read = (name: string, fallback: number) => {
    const text = control.getAttribute(isNative ? name : `aria-value${name}`) ?? '';
    return text === '' || Number.isNaN(Number(text)) ? fallback : Number(text);
  };
  const limits = { min: read('min', 0), max: read('max', 100) };
  if (!isNative || control.step === 'any') return limits;
  return { ...limits, step: Number(control.step) > 0 ? Number(control.step) : 1 };
}

export function sliderValue(element: Element): number {
  const control = controlOf(element);
  if (control instanceof HTMLInputElement) return Number(control.value);
  return Number(control.getAttribute('aria-valuenow'));
}

/**
 * A native slider is clicked on its own track. For any other slider, the thumb is dragged along the
 * element around it.
 */
function track(control: Element, wanted: number): { from: Point; to: Point } {
  const { min, max } = sliderLimits(control);
  const isNative = control instanceof HTMLInputElement;
  const thumb = control.getBoundingClientRect();
  const rail = isNative ? thumb : (control.parentElement ?? control).getBoundingClientRect();
  // A native thumb stays inside its slider; Chromium draws it as wide as the slider is high.
  const inset = isNative ? Math.min(rail.width, rail.height) / 2 : 0;
  const ratio = max > min ? (wanted - min) / (max - min) : 0;
  const isLeftToRight = getComputedStyle(control).direction !== 'rtl';
  const along = isLeftToRight ? ratio : 1 - ratio;
  const from = { x: thumb.left + thumb.width / 2, y: thumb.top + thumb.height / 2 };
  if (rail.height > rail.width) {
    return { from, to: { x: from.x, y: rail.bottom - inset - ratio * (rail.height - 2 * inset) } };
  }
  return { from, to: { x: rail.left + inset + along * (rail.width - 2 * inset), y: from.y } };
}

/**
 * Returns the value once it differs from `before` and has rested for `restMs`, or the old one when
 * the time is up.
 */
export async function nextSliderValue(
  element: Element,
  before: number,
  { restMs, timeoutMs }: { readonly restMs: number; readonly timeoutMs: number },
): Promise<number> {
  let end = performance.now() + timeoutMs;
  let last = before;
  for (;;) {
    const value = sliderValue(element);
    if (value !== last) {
      last = value;
      // Tracks a series of key presses one at a time.
      end = performance.now() + restMs;
    } else if (performance.now() >= end) return value;
    await nextFrame();
  }
}
