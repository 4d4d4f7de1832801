import { abortable } from '@errand/foundation';
import type { ElementHandle } from 'puppeteer';
import type { InputOptions } from './element-acts.ts';
import { TextNotTakenError } from './acting-errors.ts';
import type { TypedText } from '../../secrets/typed-text.ts';
import { isDocumentGone } from '../browser/gone-errors.ts';
import { type ActingElement, onElement } from './acting-element.ts';
import type { Filling, NotTaken } from '../in-page/fill-field.ts';
import { callOn } from '../browser/call-in-page.ts';
import { clickIfUncovered, fieldNeeds } from './pointing.ts';
import { pressKeys } from './press-keys.ts';
import { revealIn } from './type-secret.ts';

/** Masks format text, and editors draw it, within this time. */
const TAKEN_WITHIN_MS = 400;

/**
 * Replaces the whole content of a field with the browser's own insertion, so that the page can
 * refuse or change the text as it does for a person. Throws TextNotTakenError when the field then
 * contains something else.
 */
export async function fill(
  element: ActingElement,
  text: TypedText,
  options: InputOptions = {},
): Promise<void> {
  if (options.isClickedFirst) await clickIfUncovered(element);
  element.onAct?.();
  const first = await tryFill(element, text, { isSelectedByKeys: false });
  if (first.state !== 'not-taken') return;
  if (!first.mayRepeat) throw describeRefusal(element, text, first);
  // Some fields move the caret when they get focus, or recognise no selection but their own.
  const second = await tryFill(element, text, { isSelectedByKeys: true });
  if (second.state !== 'not-taken') return;
  const { problem } = first;
  throw describeRefusal(element, text, { ...second, problem });
}

/** For a secret, leaves out what the field shows, which may be most of the secret. */
function describeRefusal(
  { locator }: ActingElement,
  text: TypedText,
  { problem, shown }: NotTaken,
): TextNotTakenError {
  const isShown = typeof text === 'string' && shown;
  return new TextNotTakenError(locator, isShown ? `${problem}; ${shown}` : problem);
}

interface Selecting {
  readonly isSelectedByKeys: boolean;
}

async function tryFill(element: ActingElement, text: TypedText, selecting: Selecting) {
  return onElement(element, async (handle, timeoutMs): Promise<Filling> => {
    const needs = { ...fieldNeeds, timeoutMs };
    if (typeof text !== 'string') {
      // A secret is resolved only when the field accepts it, because a one-time code expires.
      const readiness = await callOn(handle, 'focusWhenReady', needs);
      if (readiness.state !== 'ready') return readiness;
      return callOn(handle, 'fillInside', await revealIn(handle, text), needs);
    }
    const begun = await callOn(handle, 'beginFill', text, needs);
    if (begun.state !== 'selected') return begun;
    await insert(element, text, selecting);
    return lookAfter(handle, text, Math.min(timeoutMs, TAKEN_WITHIN_MS));
  });
}

async function insert(
  { page, deadline }: ActingElement,
  text: string,
  { isSelectedByKeys }: Selecting,
): Promise<void> {
  const { signal } = deadline;
  if (isSelectedByKeys) await pressKeys(page, ['ctrl', 'a'], signal);
  try {
    await abortable(page.keyboard.sendCharacter(text), signal);
  } catch (error) {
    signal.throwIfAborted();
    // A page that closes itself when its field is filled has accepted the text.
    if (!page.isClosed()) throw error;
  }
}

async function lookAfter(handle: ElementHandle, text: string, timeoutMs: number): Promise<Filling> {
  try {
    return await callOn(handle, 'endFill', text, timeoutMs);
  } catch (error) {
    // The page navigated once its field was filled: nothing is left to compare.
    if (isDocumentGone(error)) return { state: 'filled' };
    throw error;
  }
}
