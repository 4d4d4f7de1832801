import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startProcess } from '@errand/desktop';
import { openBrowser, pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { openRfbInput, type RfbInput } from './testing/rfb-input.ts';

const SHIFT = 0xffe1;
const ALT_GR = 0xfe03;
const EURO = 0x20ac;
const LETTER_A = 0x61;
const LETTER_B = 0x62;
/** How long a quick typist holds a key. */
const PRESS_MS = 40;
/** Longer than an X server waits by default before it repeats a key: 0.66 s. */
const LATE_RELEASE_MS = 1_000;

/** A page with one field, which has the keyboard focus, and a viewer of its screen. */
async function openField() {
  const directory = mkdtempSync(join(tmpdir(), 'errand-typed-'));
  await using owned = new AsyncDisposableStack();
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  const { browser, environment } = owned.use(await openBrowser());
  const socket = join(directory, 'rfb');
  const flags = ['-rfbport', '-1', '-rfbunixpath', socket, '-SecurityTypes', 'None'];
  const display = environment['DISPLAY'] ?? '';
  owned.use(
    startProcess('X0tigervnc', ['-display', display, ...flags], { environment, stdio: 'ignore' }),
  );
  const input = owned.use(
    await pollUntil('the VNC server listens', () => openRfbInput(socket).catch(() => undefined)),
  );
  const page = await browser.newPage();
  await page.setContent(
    '<input><script>onkeydown = ({ key }) => (window.keys ??= []).push(key)</script>',
  );
  await page.bringToFront();
  await focusField(page, input);
  const resources = owned.move();
  return { page, input, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** A new window gets the keyboard focus a moment after it is clicked, and the field later still. */
async function focusField(page: Page, input: RfbInput): Promise<void> {
  let clicks = 0;
  await pollUntil('a typed key arrives', async () => {
    const [left, top] = await page.evaluate(() => {
      const { x = 0, y = 0 } = document.querySelector('input')?.getBoundingClientRect() ?? {};
      return [screenX + x + 9, screenY + outerHeight - innerHeight + y + 9] as const;
    });
    // Late clicks on one place would count as a triple click, which selects what is typed.
    clicks += 1;
    const x = left + (clicks % 2) * 60;
    for (const buttons of [0, 1, 0]) input.pointer(buttons, x, top);
    input.key(SHIFT, true);
    input.key(SHIFT, false);
    await input.flush();
    return page.evaluate(
      () =>
        (globalThis as { keys?: string[] }).keys !== undefined &&
        document.activeElement === document.querySelector('input'),
    );
  });
}

/** What the field shows, and the characters of the keys that the page received. */
function readTyped(page: Page): Promise<{ readonly value: string; readonly keys: string }> {
  return page.evaluate(() => {
    const { keys = [] } = globalThis as { keys?: string[] };
    return {
      value: document.querySelector('input')?.value ?? '',
      keys: keys.filter((key) => key.length === 1).join(''),
    };
  });
}

test('a person with a keyboard other than a US one can type all of its characters', async () => {
  await using field = await openField();
  const { page, input } = field;
  const type = async (text: string, modifier?: number): Promise<void> => {
    for (const character of text) {
      const keysym = character === '€' ? EURO : (character.codePointAt(0) ?? 0);
      if (modifier !== undefined) input.key(modifier, true);
      input.key(keysym, true);
      await delay(PRESS_MS);
      input.key(keysym, false);
      if (modifier !== undefined) input.key(modifier, false);
    }
    await input.flush();
  };
  // German, French and Spanish keyboards; the first characters of each have Shift on a US keyboard.
  await type('aäüß#+-.,<^');
  await type('ÄÖÜ!"§$%&/()=?*\'_:;>°', SHIFT);
  await type('@€{[]}\\~|', ALT_GR);
  await type('éèçàùñ&"(_)=');
  await type('1234567890ÑÉ', SHIFT);
  const expected = 'aäüß#+-.,<^ÄÖÜ!"§$%&/()=?*\'_:;>°@€{[]}\\~|éèçàùñ&"(_)=1234567890ÑÉ';
  await pollUntil('the text has arrived', async () => {
    const { value } = await readTyped(page);
    return value.length >= expected.length;
  });
  expect(await readTyped(page)).toEqual({ value: expected, keys: expected });
});

test('a key whose release arrives late is typed once', async () => {
  await using field = await openField();
  const { page, input } = field;
  input.key(LETTER_A, true);
  await input.flush();
  await delay(LATE_RELEASE_MS);
  input.key(LETTER_A, false);
  await press(input, LETTER_B);
  await pollUntil('the last key has arrived', async () =>
    (await readTyped(page)).value.endsWith('b'),
  );
  expect(await readTyped(page)).toEqual({ value: 'ab', keys: 'ab' });
});

async function press(input: RfbInput, keysym: number): Promise<void> {
  input.key(keysym, true);
  input.key(keysym, false);
  await input.flush();
}
