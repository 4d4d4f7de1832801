import { abortable } from '@errand/foundation';
import type { Page } from 'puppeteer';
import { PageClosedError } from '../../errors.ts';
import { endsWithPage, isClosing } from './pointing.ts';

interface Typed {
  readonly character: string;
  /** Whether it is the last character, which may close the page. */
  readonly isLast: boolean;
}

/** Types one character into whatever has focus. Throws PageClosedError. */
export async function typeCharacter(
  page: Page,
  { character, isLast }: Typed,
  signal: AbortSignal,
): Promise<void> {
  const typing = page.keyboard.type(character);
  if (isLast) return endsWithPage({ page, deadline: { signal } }, typing);
  await whileOpen(page, typing, signal);
}

/** Returns what the work on the page returns. Throws PageClosedError if the page closes first. */
export async function whileOpen<Value>(
  page: Page,
  work: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  try {
    return await abortable(work, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw (await isClosing(page, error, signal)) ? new PageClosedError() : error;
  }
}

/** Types character by character into whatever has focus. Throws PageClosedError. */
export async function typeCharacters(page: Page, text: string, signal: AbortSignal): Promise<void> {
  const characters = Array.from(text);
  for (const [index, character] of characters.entries()) {
    await typeCharacter(page, { character, isLast: index === characters.length - 1 }, signal);
  }
}
