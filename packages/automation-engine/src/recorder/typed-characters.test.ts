import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startProcess } from '@errand/desktop';
import { openBrowser, pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { openRfbInput } from './testing/rfb-input.ts';

const SHIFT = 0xffe1;
const ALT_GR = 0xfe03;
const EURO = 0x20ac;
/** How long a quick typist holds a key. */
const PRESS_MS = 40;

test('a person with a keyboard other than a US one can type all of its characters', async () => {
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
  const inField = () =>
    page.evaluate(() => {
      const { x = 0, y = 0 } = document.querySelector('input')?.getBoundingClientRect() ?? {};
      return [screenX + x + 9, screenY + outerHeight - innerHeight + y + 9] as const;
    });
  const clickField = async (): Promise<void> => {
    const [x, y] = await inField();
    for (const buttons of [0, 1, 0]) input.pointer(buttons, x, y);
    await input.flush();
  };
  // A new window gets the keyboard focus a moment after it is clicked, and the field later still.
  await pollUntil('a typed key arrives', async () => {
    await clickField();
    input.key(SHIFT, true);
    input.key(SHIFT, false);
    await input.flush();
    return page.evaluate(
      () =>
        (globalThis as { keys?: string[] }).keys !== undefined &&
        document.activeElement === document.querySelector('input'),
    );
  });
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
  const typed = () =>
    page.evaluate(() => ({
      value: document.querySelector('input')?.value,
      keys: (globalThis as { keys?: string[] }).keys?.filter((key) => key.length === 1).join(''),
    }));
  // German, French and Spanish keyboards; the first characters of each have Shift on a US keyboard.
  await type('aäüß#+-.,<^');
  await type('ÄÖÜ!"§$%&/()=?*\'_:;>°', SHIFT);
  await type('@€{[]}\\~|', ALT_GR);
  await type('éèçàùñ&"(_)=');
  await type('1234567890ÑÉ', SHIFT);
  const expected = 'aäüß#+-.,<^ÄÖÜ!"§$%&/()=?*\'_:;>°@€{[]}\\~|éèçàùñ&"(_)=1234567890ÑÉ';
  await pollUntil('the text has arrived', async () => {
    const { value = '' } = await typed();
    return value.length >= expected.length;
  });
  expect(await typed()).toEqual({ value: expected, keys: expected });
});
