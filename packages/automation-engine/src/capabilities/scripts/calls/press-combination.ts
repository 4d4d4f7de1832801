import { abortable } from '@errand/foundation';
import type { KeyInput, Page } from 'puppeteer';
import { CallFailedError } from '../script-action-errors.ts';

const modifiers = ['Alt', 'AltGraph', 'Control', 'Meta', 'Shift'];

/**
 * Presses `Enter`, `a` or `Control+Shift+A`, with Playwright's key names. Throws `CallFailedError`
 * for an unknown key.
 */
export async function pressCombination(
  { keyboard }: Page,
  combination: string,
  signal: AbortSignal,
): Promise<void> {
  const names = combination.split(/(?<=[^+])\+/).map(toKey);
  const key = names.pop();
  const unknown = names.find((name) => !modifiers.includes(name));
  if (key === undefined || unknown !== undefined) {
    throw new CallFailedError(
      `${JSON.stringify(combination)} is not a key: write Enter, a, or Control+A; modifiers are ${modifiers.join(', ')}.`,
    );
  }
  const held: KeyInput[] = [];
  try {
    for (const name of names) {
      await keys(() => keyboard.down(name), signal);
      held.push(name);
    }
    await keys(() => keyboard.press(key), signal);
  } finally {
    for (const name of held.toReversed()) await keys(() => keyboard.up(name), signal);
  }
}

/** Puppeteer types all key names and throws for any other text. */
export function toKey(name: string): KeyInput {
  return (name === 'ControlOrMeta' ? 'Control' : name) as KeyInput;
}

export async function keys(send: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await abortable(send(), signal);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('Unknown key')) throw error;
    throw new CallFailedError(`${error.message}. Use the key names of Playwright.`);
  }
}
