import { listen } from '@errand/app-runtime';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession } from './open-session.ts';
import type { BrowserSession } from './session.ts';
import { createSlotDisplays } from './slot-displays.ts';
import { endWindowManager, grantClipboard, onDisplay, windowsOn } from './testing/on-display.ts';
import { createNoteLogger } from '../testing/note-logger.ts';
import { optionsIn } from '../testing/options-in.ts';

const live = new AbortController().signal;

const owned = new AsyncDisposableStack();
const directory = mkdtempSync(join(tmpdir(), 'errand-displays-'));
owned.defer(() => rmSync(directory, { recursive: true, force: true }));
const { logger, notes } = createNoteLogger();
const options = { ...optionsIn(directory), logger };
let site: string;
beforeAll(async () => {
  const local = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  const answer = '<title>site</title>';
  const server = owned.use(
    await listen((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(answer);
    }, local),
  );
  site = server.url;
});
afterAll(() => owned.disposeAsync());

test('keeps the display for the next browser, without anything that the last one left there', async () => {
  await using displays = createSlotDisplays(options);
  const open = () => openSession({ ...options, openDisplay: displays.open }, live);
  await using first = await open();
  await first.page.goto(site);
  await grantClipboard(first.page, site);
  await first.page.evaluate(`navigator.clipboard.writeText('first')`);
  onDisplay(first, ['keydown', 'Shift_L', 'mousemove', '300', '300']);
  await end(first);
  expect(notes).toEqual([]);
  expect(windowsOn(first)).toEqual([]);

  await using second = await open();
  expect(second.display.name).toBe(first.display.name);
  expect(second.page.browser()).not.toBe(first.page.browser());
  expect(windowsOn(second)).toHaveLength(1);
  expect(onDisplay(second, ['getmouselocation'])).toContain('x:1023 y:767 ');
  await second.page.goto(site);
  await grantClipboard(second.page, site);
  expect(await second.page.evaluate('navigator.clipboard.readText()')).toBe('');
  await second.page.evaluate(`void (onkeydown = ({ key }) => { document.title = key; })`);
  onDisplay(second, ['key', 'a']);
  await second.page.waitForFunction(`document.title !== 'site'`);
  expect(await second.page.title()).toBe('a');
  await end(second);
  await displays[Symbol.asyncDispose]();
  expect(existsSync(socketOf(second))).toBe(false);
  expect(readdirSync(directory)).toEqual([]);
});

test('replaces the display that must not serve another browser', async () => {
  await using displays = createSlotDisplays(options);
  const open = () => openSession({ ...options, openDisplay: displays.open }, live);
  const endings: readonly [string, (session: BrowserSession) => Promise<unknown>][] = [
    [
      'its task did not end by itself, or it had none',
      async (session) => session[Symbol.asyncDispose](),
    ],
    ['a person could use it', async ({ reuse }) => reuse?.refuse('a person could use it')],
    ['it could not be cleared', async (session) => onDisplay(session, ['key', 'Caps_Lock'])],
    ['it could not be cleared', typeUnusual],
    ['it could not be cleared', leaveTerminal],
    ['it has ended', endServer],
    ['it has ended', endWindowManager],
  ];
  for (const [reason, use] of endings) {
    await using session = await open();
    notes.length = 0;
    await use(session);
    await end(session);
    expect(notes).toEqual([['display replaced', { reason }]]);
    expect(existsSync(socketOf(session))).toBe(false);
  }
});

test('ends the display of a session that outlives the slot together with the session', async () => {
  const displays = createSlotDisplays(options);
  await using session = await openSession({ ...options, openDisplay: displays.open }, live);
  expect(windowsOn(session)).toHaveLength(1);
  await displays[Symbol.asyncDispose]();
  expect(existsSync(socketOf(session))).toBe(true);
  await end(session);
  expect(existsSync(socketOf(session))).toBe(false);
});

/** Ends the session like an attempt that ends by itself. */
async function end(session: BrowserSession): Promise<void> {
  session.reuse?.permit();
  await session.leave();
  await session[Symbol.asyncDispose]();
}

const socketOf = ({ display }: BrowserSession) => `/tmp/.X11-unix/X${display.name.slice(1)}`;

/** The window of a program that does not belong to the browser. */
async function leaveTerminal(session: BrowserSession): Promise<void> {
  const terminal = spawn('xterm', { env: session.display.environment, stdio: 'ignore' });
  owned.defer(() => void terminal.kill());
  onDisplay(session, ['search', '--sync', '--onlyvisible', '--class', 'xterm']);
}

/** Pages can read the layout of the keyboard, which has the character then. */
async function typeUnusual({ openDesktop }: BrowserSession): Promise<void> {
  await using desktop = await openDesktop(live);
  await desktop.typeText('щ', live);
}

async function endServer({ display }: BrowserSession): Promise<void> {
  const lock = readFileSync(`/tmp/.X${display.name.slice(1)}-lock`, 'utf8');
  process.kill(Number(lock), 'SIGKILL');
  await display.exited;
}
