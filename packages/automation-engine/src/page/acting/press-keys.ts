import { abortable } from '@errand/foundation';
import type { CDPSession, Page } from 'puppeteer';
import { getKey, type Key } from './key-table.ts';
import { attachSession } from '../browser/attach-session.ts';

/** Bits of held keys, as the browser encodes them. */
const modifierBits: Readonly<Record<string, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };
const SHIFT_BIT = 8;

/**
 * Presses keys by their `key_press` names in the given order and releases them in reverse. They go
 * to whatever has focus in the page; they never reach shortcuts of the browser's own window.
 */
export async function pressKeys(
  page: Page,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const session = await abortable(attachSession(page), signal);
  try {
    await abortable(pressAll(session, names.map(getKey)), signal);
  } catch (error) {
    signal.throwIfAborted();
    // A key that closes its own page has succeeded, although no response arrives.
    if (!page.isClosed()) throw error;
  } finally {
    // A closed page has already ended its session.
    session.detach().catch(() => undefined);
  }
}

async function pressAll(session: CDPSession, keys: readonly Key[]): Promise<void> {
  let held = 0;
  const pressed: Key[] = [];
  try {
    for (const key of keys) {
      held |= modifierBits[key.key] ?? 0;
      pressed.push(key);
      await session.send('Input.dispatchKeyEvent', pressEvent(key, held));
    }
  } finally {
    // Keys are released even after a failure: one that stays held would change all later ones.
    for (const key of pressed.toReversed()) {
      held &= ~(modifierBits[key.key] ?? 0);
      const event = describeEvent(key, held);
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    }
  }
}

function pressEvent(key: Key, held: number) {
  const event = describeEvent(key, held);
  const typed = (held & SHIFT_BIT) > 0 ? (key.shiftedText ?? key.text) : key.text;
  // With another modifier, a key is a shortcut and types nothing.
  const text = (held & ~SHIFT_BIT) === 0 ? typed : undefined;
  if (text === undefined) return { type: 'rawKeyDown', ...event } as const;
  return { type: 'keyDown', text, unmodifiedText: text, ...event } as const;
}

function describeEvent(key: Key, held: number) {
  const isShifted = (held & SHIFT_BIT) > 0 && key.shiftedText !== undefined;
  return {
    key: isShifted ? key.shiftedText : key.key,
    code: key.code,
    windowsVirtualKeyCode: key.keyCode,
    modifiers: held,
    location: key.location ?? 0,
    isKeypad: key.location === 3,
  };
}
