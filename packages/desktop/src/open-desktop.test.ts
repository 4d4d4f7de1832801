import { pause } from '@errand/foundation';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'puppeteer';
import type { Desktop } from './desktop.ts';
import { openDesktop } from './open-desktop.ts';
import { openFullPage, openStage, stageSize, type Stage } from './testing/open-stage.ts';
import { waitUntilStill } from './wait-until-still.ts';

const owned = new AsyncDisposableStack();
const { signal } = new AbortController();
let stage: Stage;
let desktop: Desktop;
let page: Page;
beforeAll(async () => {
  stage = owned.use(await openStage(process.env));
  ({ desktop } = stage);
  ({ page } = owned.use(await openFullPage(stage)));
});
afterAll(() => owned.disposeAsync());

const html = `<style>html, body { margin: 0; background: #fff }
    textarea { position: absolute; left: 100px; top: 300px; width: 1200px; height: 500px }
    #red { position: absolute; left: 10px; top: 20px; width: 30px; height: 40px; background: #f08040 }
  </style><div id=red></div><textarea id=field></textarea><script>
    window.seen = [];
    for (const type of ['mousedown', 'mouseup', 'dblclick', 'auxclick', 'wheel', 'contextmenu']) {
      addEventListener(type, (event) => {
        event.preventDefault();
        seen.push([type, event.clientX, event.clientY, event.button, Math.sign(event.deltaY ?? 0)]);
      }, { capture: true, passive: false });
    }
  </script>`;

beforeEach(async () => {
  await page.setContent(html);
  await pollUntil('the page fills the screen', async () => {
    const size = await page.evaluate('[innerWidth, innerHeight, screenX, screenY]');
    return String(size) === `${stageSize.width},${stageSize.height},0,0`;
  });
});

const seen = (): Promise<unknown[][]> => page.evaluate('seen') as Promise<unknown[][]>;
const value = (): Promise<string> => page.evaluate('field.value') as Promise<string>;
const focusField = (): Promise<void> => page.focus('#field');

test('reads the colours of the screen at the right positions', async () => {
  const colourAt = async (x: number, y: number): Promise<number[]> => {
    const { pixels, width } = await desktop.look(signal);
    return [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
  };
  await pollUntil('the box is drawn', async () => (await colourAt(10, 20))[2] === 0x40);
  expect(await colourAt(39, 59)).toEqual([0xf0, 0x80, 0x40, 0xff]);
  expect(await colourAt(40, 60)).toEqual([0xff, 0xff, 0xff, 0xff]);
  expect(desktop.size).toEqual(stageSize);
});

test('clicks each button once at the point', async () => {
  for (const button of ['left', 'middle', 'right'] as const) {
    await desktop.click({ x: 50, y: 100 }, { button, count: 1 }, signal);
  }
  await pollUntil('the last button is up', async () => (await seen()).length >= 8);
  expect(await seen()).toEqual([
    ['mousedown', 50, 100, 0, 0],
    ['mouseup', 50, 100, 0, 0],
    ['mousedown', 50, 100, 1, 0],
    ['mouseup', 50, 100, 1, 0],
    ['auxclick', 50, 100, 1, 0],
    ['mousedown', 50, 100, 2, 0],
    ['contextmenu', 50, 100, 2, 0],
    ['mouseup', 50, 100, 2, 0],
    ...((await seen()).length > 8 ? [['auxclick', 50, 100, 2, 0]] : []),
  ]);
});

test('double-clicks with a count of two, and moves without clicking', async () => {
  await desktop.movePointer({ x: 3, y: 4 }, signal);
  expect(pointer()).toEqual([3, 4]);
  await desktop.click({ x: 700, y: 100 }, { button: 'left', count: 2 }, signal);
  await pollUntil('the double click arrives', async () =>
    (await seen()).some(([type]) => type === 'dblclick'),
  );
});

test('turns the wheel at the pointer', async () => {
  await desktop.movePointer({ x: 60, y: 70 }, signal);
  await desktop.scroll({ direction: 'down', notches: 2 }, signal);
  await desktop.scroll({ direction: 'up', notches: 1 }, signal);
  await pollUntil('all notches arrive', async () => (await seen()).length === 3);
  expect((await seen()).map((event) => event.at(-1))).toEqual([1, 1, -1]);
});

test('refuses a point outside the screen', async () => {
  const { width } = stageSize;
  const click = desktop.click({ x: width, y: 0 }, { button: 'left', count: 1 }, signal);
  await expect(click).rejects.toMatchObject({ code: 'desktop_point' });
  await expect(click).rejects.toThrow('(1440, 0) is not on the screen, which has 1440 x 900');
});

test('types every character, whatever the keyboard layout', async () => {
  await focusField();
  const text = 'Passw0rd! "quoted" <a> {b} ~^`\n\tÄé€ñ ß 漢字 привет 😀👩‍💻 ½';
  // A tab would leave the field.
  const typed = text.replace('\t', '  ');
  await desktop.typeText(typed, signal);
  await pollUntil('all of it has arrived', async () => (await value()).endsWith('½'));
  expect(await value()).toBe(typed);
});

test('types more distinct characters than the keyboard has room for', async () => {
  await focusField();
  const text = Array.from({ length: 120 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(
    '',
  );
  await desktop.typeText(text, signal);
  await pollUntil('all of it has arrived', async () => (await value()).length >= text.length);
  expect(await value()).toBe(text);
});

test('types upper and lower case correctly while Caps Lock is on', async () => {
  await focusField();
  await desktop.pressTogether(['CapsLock'], signal);
  await desktop.typeText('aBc', signal);
  await pollUntil('all of it has arrived', async () => (await value()).length === 3);
  expect(await value()).toBe('aBc');
});

test('presses combinations', async () => {
  await focusField();
  await desktop.typeText('one two', signal);
  await desktop.pressTogether(['Control', 'A'], signal);
  await desktop.pressTogether(['Shift', 'x'], signal);
  await desktop.pressTogether(['+'], signal);
  await desktop.pressTogether(['ArrowLeft'], signal);
  await desktop.pressTogether(['KeyQ'], signal);
  await desktop.pressTogether(['é'], signal);
  await pollUntil('all of it has arrived', async () => (await value()).length === 4);
  expect(await value()).toBe('Xqé+');
});

test('refuses unknown characters and keys before typing anything', async () => {
  await using remote = await openDesktop(
    { environment: stage.display.environment, canTypeAnyCharacter: false },
    signal,
  );
  await focusField();
  const typing = remote.typeText('abc é漢é', signal);
  await expect(typing).rejects.toMatchObject({ code: 'desktop_text', characters: ['é', '漢'] });
  await expect(typing).rejects.toThrow('cannot type "é", "漢"');
  await expect(desktop.typeText('abc\u0007', signal)).rejects.toThrow('cannot type "\\u0007"');
  await expect(desktop.pressTogether(['Control', 'Enter!'], signal)).rejects.toThrow(
    'The desktop has no key "Enter!"',
  );
  await expect(remote.pressTogether(['Control', 'F20'], signal)).rejects.toThrow('no key "F20"');
  await remote.typeText('~{}', signal);
  await pollUntil('all of it has arrived', async () => (await value()).length === 3);
  expect(await value()).toBe('~{}');
});

test('stops in the middle of typing when the signal fires', async () => {
  await focusField();
  const stop = new AbortController();
  const typing = desktop.typeText('x'.repeat(20_000), stop.signal);
  await pollUntil('some of it has arrived', async () => (await value()).length > 20);
  stop.abort(new Error('enough'));
  await expect(typing).rejects.toThrow('enough');
  await desktop.typeText('.', signal);
  await pollUntil('the text after it has arrived', async () => (await value()).endsWith('.'));
  expect((await value()).length).toBeLessThan(10_000);
});

test('releases every key and button when the signal fires midway', async () => {
  for (const patienceMs of [0, 3, 6, 9, 15]) {
    const keys = ['Control', 'Shift', 'Alt', 'F7', 'a'];
    const pressing = desktop.pressTogether(keys, AbortSignal.timeout(patienceMs));
    await pressing.catch(() => undefined);
    expect(heldKeys()).toEqual([]);
  }
  const clicking = desktop.click(
    { x: 60, y: 70 },
    { button: 'left', count: 3 },
    AbortSignal.timeout(50),
  );
  await expect(clicking).rejects.toMatchObject({ name: 'TimeoutError' });
  const { length } = await pollUntil('every press is released', async () => {
    const presses = (await seen()).filter(([type]) => type === 'mousedown' || type === 'mouseup');
    return presses.length % 2 === 0 && presses;
  });
  expect(length).toBeLessThan(6);
});

test('does not expose what it types to other programs', async () => {
  await focusField();
  const secret = 'Tr0ub4dor-and-3';
  const ended = new AbortController();
  const typing = desktop.typeText(secret.repeat(20), signal).finally(() => ended.abort());
  let looks = 0;
  while (!ended.signal.aborted) {
    looks += 1;
    const lines = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(commandLine);
    expect(lines.filter((line) => line.includes('Tr0ub4dor'))).toEqual([]);
    await desktop.movePointer({ x: 1, y: 1 }, signal);
  }
  await typing;
  expect(looks).toBeGreaterThan(3);
  await pollUntil('all of it has arrived', async () => (await value()).length === 300);
});

test('waits until the screen is still, up to its timeout', async () => {
  await page.evaluate(`document.body.animate(
    [{ background: '#fff' }, { background: '#000' }], { duration: 600 })`);
  const startedAt = performance.now();
  expect(await waitUntilStill(desktop, { quietMs: 300, timeoutMs: 10_000 }, signal)).toBe(true);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(300);
  await page.evaluate(`document.body.animate(
    [{ background: '#fff' }, { background: '#000' }], { duration: 300, iterations: Infinity })`);
  expect(await waitUntilStill(desktop, { quietMs: 2400, timeoutMs: 2500 }, signal)).toBe(false);
  const stopped = waitUntilStill(desktop, { quietMs: 900, timeoutMs: 9000 }, AbortSignal.abort());
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
});

test('does not count the time of a slow look as still', async () => {
  await page.evaluate(`document.body.animate(
    [{ background: '#fff' }, { background: '#000' }], { duration: 6000 })`);
  const slow = {
    async look(until: AbortSignal) {
      const shown = await desktop.look(until);
      await pause(500, until);
      return shown;
    },
  };
  const limits = { quietMs: 400, timeoutMs: 3_000 };
  expect(await waitUntilStill(slow, limits, signal)).toBe(false);
});

test('ends with the display', async () => {
  await using other = await openStage(process.env);
  await other.display[Symbol.asyncDispose]();
  const look = other.desktop.look(signal);
  await expect(look).rejects.toMatchObject({ code: 'desktop_unavailable' });
  await expect(other.desktop.typeText('a', signal)).rejects.toThrow('closed the connection');
});

test('reports a missing display and a wrong cookie', async () => {
  const { environment } = stage.display;
  const open = (changes: NodeJS.ProcessEnv) =>
    openDesktop({ environment: { ...environment, ...changes } }, signal);
  await expect(open({ DISPLAY: ':59999' })).rejects.toMatchObject({ code: 'desktop_unavailable' });
  await expect(open({ DISPLAY: 'host:1' })).rejects.toThrow('has to name a local display');
  await expect(open({ XAUTHORITY: undefined })).rejects.toThrow(/"[^"]+" cannot be used: /);
});

function pointer(): number[] {
  const { environment } = stage.display;
  const text = execFileSync('xdotool', ['getmouselocation'], {
    env: environment,
    encoding: 'utf8',
  });
  return [...text.matchAll(/[xy]:(\d+)/g)].map(([, digits]) => Number(digits));
}

/** Returns the keycodes that the X server considers pressed. */
function heldKeys(): string[] {
  const { environment } = stage.display;
  const script = `const x11 = require('x11');
    x11.createClient((error, { client }) => client.QueryKeymap((failure, keys) => {
      console.log(JSON.stringify([...keys].flatMap((byte, index) => (byte ? [index + ':' + byte] : []))));
      process.exit();
    }));`;
  const options = { env: environment, encoding: 'utf8', cwd: import.meta.dirname } as const;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], options)) as string[];
}

function commandLine(processId: string): string {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}
