import { abortable } from '@errand/foundation';
import type { ElementHandle, Frame, Page } from 'puppeteer';
import { SecretUnavailableError } from '../../secrets/secret-errors.ts';
import type { SecretText, TypedText } from '../../secrets/typed-text.ts';
import { typeCharacter, whileOpen } from './type-character.ts';
import { callOn, handleIn } from '../browser/call-in-page.ts';

/**
 * Returns the text for the document of this field. From now on, screenshots show the field blank.
 * Throws SecretUnavailableError.
 */
export async function revealIn(field: ElementHandle, text: TypedText): Promise<string> {
  if (typeof text === 'string') return text;
  return text.revealFor(await callOn(field, 'markSecretField'));
}

interface Typing {
  readonly signal: AbortSignal;
  /** Types one character into whatever has focus. Default: the keyboard of the page. */
  readonly type?: ((character: string) => Promise<void>) | undefined;
}

/**
 * Types character by character into whatever has focus, as long as the focus stays at the origin
 * for which the text was resolved. Throws SecretUnavailableError, PageClosedError.
 */
export async function typeSecret(
  page: Page,
  text: SecretText,
  { signal, type }: Typing,
): Promise<void> {
  const origin = await markFocus(page, signal);
  const value = await text.revealFor(origin);
  const characters = Array.from(value);
  for (const [index, character] of characters.entries()) {
    const now = await markFocus(page, signal);
    if (now !== origin) {
      throw new SecretUnavailableError(
        `The focus moved from ${origin} to ${now} while a secret was being typed, so the rest of it was not typed.`,
      );
    }
    const isLast = index === characters.length - 1;
    if (type) await abortable(type(character), signal);
    else await typeCharacter(page, { character, isLast }, signal);
  }
}

/** Marks what has focus, and returns the origin of its document. */
async function markFocus(page: Page, signal: AbortSignal): Promise<string> {
  return whileOpen(page, markFocusIn(page.mainFrame()), signal);
}

async function markFocusIn(frame: Frame): Promise<string> {
  const handle = await handleIn(frame, 'focusedElement');
  // The script returns an element or null.
  await using element = handle.asElement() as ElementHandle | null;
  if (!element)
    throw new SecretUnavailableError(
      'Nothing has the focus, so there is no field to type the secret into.',
    );
  const inner = await element.contentFrame();
  return inner ? await markFocusIn(inner) : await callOn(element, 'markSecretField');
}
