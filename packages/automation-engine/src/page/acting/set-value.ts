import { abortable } from '@errand/foundation';
import type { ElementHandle, Frame } from 'puppeteer';
import { NoEffectError, WrongElementError } from '../../errors.ts';
import { TextNotTakenError } from './acting-errors.ts';
import type { SecretText, TypedText } from '../../secrets/typed-text.ts';
import { isDocumentGone } from '../browser/gone-errors.ts';
import { type ActingElement, onElement } from './acting-element.ts';
import { ValueNotTakenError } from './acting-errors.ts';
import { fill } from './fill.ts';
import type { ValueWay } from '../in-page/control-value.ts';
import { callIn, callOn, handleOn } from '../browser/call-in-page.ts';
import { setChecked } from './set-checked.ts';
import { selectOptions } from './select-options.ts';
import { slide, stepByKeys } from './slide.ts';

/**
 * Sets any control to a value as a person does, in the way that suits its kind. Refuses a value
 * that the control can never contain. Throws ValueNotTakenError, with what the control shows, if it
 * does not accept the value.
 */
export async function setValue(element: ActingElement, wanted: TypedText): Promise<void> {
  if (typeof wanted !== 'string') return setSecret(element, wanted);
  const control = await onElement(element, async (handle) =>
    withFrame(handle, await callOn(handle, 'wayToSet', wanted)),
  );
  const lookAtIt = () => look(element, control.frame, wanted);
  try {
    await setBy(element, control, wanted);
  } catch (error) {
    const isRefused = error instanceof TextNotTakenError || error instanceof NoEffectError;
    if (!isRefused) throw error;
    const seen = await lookAtIt();
    throw new ValueNotTakenError(element.locator, seen?.shown, error.message);
  }
  if (control.way !== 'fill' && control.way !== 'select') return;
  const seen = await lookAtIt();
  if (seen?.isTaken === false) throw new ValueNotTakenError(element.locator, seen.shown);
}

/** Accepts only text fields: every other control shows its value. */
async function setSecret(element: ActingElement, secret: SecretText): Promise<void> {
  const { way } = await onElement(element, (handle) => callOn(handle, 'wayToSet', ''));
  if (way !== 'fill') {
    const problem = 'is not a text field, and secrets may be put into text fields only';
    throw new WrongElementError(element.locator, problem);
  }
  try {
    await fill(element, secret, { isClickedFirst: false });
  } catch (error) {
    if (!(error instanceof TextNotTakenError)) throw error;
    throw new ValueNotTakenError(element.locator, undefined, error.message);
  }
}

function setBy(element: ActingElement, control: ValueWay, wanted: string): Promise<void> {
  if (control.way === 'fill') return fill(element, wanted, { isClickedFirst: false });
  if (control.way === 'select') return selectOptions(element, [wanted]);
  if (control.way === 'slide') return slide(element, wanted);
  if (control.way === 'step') return stepByKeys(element, Number(wanted), control.from);
  return setChecked(clicked(element, control.position), control.isChecked);
}

/** Returns the element whose click sets the control. */
function clicked(element: ActingElement, position: number | undefined): ActingElement {
  const find = async (): Promise<ElementHandle> => {
    await using handle = await element.find();
    return await handleOn(handle, 'clickedFor', position ?? null);
  };
  return { ...element, find };
}

function withFrame<Result extends object>({ frame }: ElementHandle, result: Result) {
  return { ...result, frame };
}

/**
 * Returns undefined if the page has replaced the control, or has navigated, since it got the value.
 */
async function look({ deadline }: ActingElement, frame: Frame, wanted: string) {
  try {
    const looking = callIn(frame, 'lookBack', wanted);
    return await abortable(looking, deadline.signal);
  } catch (error) {
    deadline.signal.throwIfAborted();
    if (isDocumentGone(error)) return undefined;
    throw error;
  }
}
