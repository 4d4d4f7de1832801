import { createLogger } from '@errand/app-runtime';
import { findChromium, pollUntil } from '@errand/test-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession } from './browser/open-session.ts';
import type { BrowserSession } from './browser/session.ts';
import { WarmSessions } from './warm-sessions.ts';
import { localNetwork } from './testing/local-network.ts';

const live = new AbortController().signal;
const logger = createLogger({ name: 'test', level: 'error' });

let directory: string;
let ended: string[];
let warm: WarmSessions;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'errand-warm-'));
  ended = [];
  const client = {
    endSession: async (sessionId: string, reason: string) => {
      ended.push(`${sessionId} ${reason}`);
    },
  };
  warm = new WarmSessions({ client, limit: 2, logger });
});

afterEach(async () => {
  await warm[Symbol.asyncDispose]();
  // The crash handler ends a moment after its killed browser.
  await pollUntil('no process is left', () => processes().length === 0);
  await pollUntil('no file is left', () => readdirSync(directory).length === 0);
  rmSync(directory, { recursive: true, force: true });
});

test('passes the browser on with one tab and no downloads', async () => {
  const session = await open();
  await session.page.setContent('<title>logged in</title>');
  const popup = await session.page.browser().newPage();
  writeFileSync(join(session.downloadsDirectory, 'a.csv'), 'a');
  expect(await session.tidy(5_000)).toBe(true);
  keep('a', session);
  expect(warm.list().map(({ sessionId }) => sessionId)).toEqual(['a']);

  await using taken = await warm.take('a');
  expect(await taken?.page?.title()).toBe('logged in');
  expect([popup.isClosed(), readdirSync(session.downloadsDirectory)]).toEqual([true, []]);
  expect([warm.list(), ended]).toEqual([[], []]);
});

test('keeps the remaining tab when the first one was closed', async () => {
  const session = await open();
  const other = await session.page.browser().newPage();
  await session.page.close();
  expect(await session.tidy(5_000)).toBe(true);
  expect(session.page).toBe(other);
  await session[Symbol.asyncDispose]();
});

test('ends the session idle for longest when there are too many', async () => {
  for (const id of ['a', 'b', 'c']) keep(id, await open());
  await pollUntil('one has ended', () => ended.length > 0);
  expect(ended).toEqual(['a idle']);
  expect(warm.list().map(({ sessionId }) => sessionId)).toEqual(['b', 'c']);
});

test('continues when the folder of a browser cannot be removed', async () => {
  await using session = await open();
  const stuck: BrowserSession = Object.create(session, {
    [Symbol.asyncDispose]: { value: () => Promise.reject(new Error('ENOTEMPTY')) },
  });
  keep('a', stuck);
  warm.endAll('told');
  await expect(warm[Symbol.asyncDispose]()).resolves.toBeUndefined();
});

test('does not count as idle before its report is acknowledged, but can be taken', async () => {
  const session = await open();
  const kept = warm.keep('a', session);
  expect(warm.list()).toEqual([]);
  await using taken = await warm.take('a');
  expect(taken).toBe(session);
  kept?.confirm();
  expect(warm.list()).toEqual([]);
});

test('ends the browser of a refused report, then reports that its login is free', async () => {
  const session = await open();
  await warm.keep('a', session)?.withdraw();
  expect([session.isAlive(), await warm.take('a')]).toEqual([false, undefined]);
  expect(ended).toEqual(['a told']);
});

test('reports a browser that dies while idle', async () => {
  const session = await open();
  keep('a', session);
  session.page.browser().process()?.kill('SIGKILL');
  await pollUntil('its end is reported', () => ended.length > 0);
  expect([ended, warm.list()]).toEqual([['a crashed'], []]);
});

test('ends a browser whose page has crashed instead of passing it on', async () => {
  const session = await open();
  keep('a', session);
  const crash = await session.page.createCDPSession();
  // A crashing page never responds to the call.
  crash.send('Page.crash').catch(() => undefined);
  await pollUntil('the page has crashed', async () => !(await session.answers(200)));
  expect(await warm.take('a')).toBeUndefined();
  expect([session.isAlive(), ended]).toEqual([false, []]);
});

test('follows the control plane, but keeps a session that a task has since taken', async () => {
  for (const id of ['a', 'b']) keep(id, await open());
  const asked = warm.list();
  await using taken = await warm.take('b');
  const answers = ['closing', 'lost'] as const;
  warm.follow(
    asked,
    asked.map(({ sessionId }, index) => ({
      session_id: sessionId,
      state: answers[index] ?? 'held',
    })),
  );
  await pollUntil('one has ended', () => ended.length > 0);
  expect([ended, taken?.isAlive()]).toEqual([['a told'], true]);
});

test('reports the end of a session that is already gone', async () => {
  await warm.end(['gone'], 'told');
  expect(ended).toEqual(['gone told']);
});

test('finishes ending a session only when its browser is gone, no matter who ends it', async () => {
  const session = await open();
  const gate = Promise.withResolvers<void>();
  const slow = Object.create(session, {
    [Symbol.asyncDispose]: {
      value: async () => {
        await gate.promise;
        await session[Symbol.asyncDispose]();
      },
    },
  }) as BrowserSession;
  keep('a', slow);
  warm.endAll('told');
  // A claim requests the same end a moment later; its task starts when this promise resolves.
  const told = warm.end(['a'], 'told').then(() => session.isAlive());
  await warm.end(['gone'], 'told');
  expect(ended).toEqual(['gone told']);
  gate.resolve();
  expect(await told).toBe(false);
  await pollUntil('its end is reported', () => ended.length === 2);
  expect(ended).toEqual(['gone told', 'a told']);
});

test('keeps none while draining or with a limit of zero', async () => {
  await using session = await open();
  keep('a', await open());
  warm.drain();
  expect(warm.keep('b', session)).toBeUndefined();
  await pollUntil('the idle one has ended', () => ended.length > 0);
  expect(ended).toEqual(['a drain']);
  const client = { endSession: () => Promise.resolve() };
  await using none = new WarmSessions({ client, limit: 0, logger });
  expect(none.keep('c', session)).toBeUndefined();
});

function open(): Promise<BrowserSession> {
  const { PATH, HOME } = process.env;
  const options = { chromiumPath: findChromium(), fence: [], width: 800, height: 600 };
  const environment = { PATH, HOME };
  return openSession({ ...options, ...localNetwork, environment, workDirectory: directory }, live);
}

function keep(sessionId: string, session: BrowserSession): void {
  warm.keep(sessionId, session)?.confirm();
}

/** Returns the command lines that name the scratch directory. */
function processes(): string[] {
  const listed = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  return listed.split('\n').filter((line) => line.includes(directory));
}
