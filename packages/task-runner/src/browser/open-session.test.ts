import { findChromium, pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession } from './open-session.ts';
import { optionsIn } from '../testing/options-in.ts';

const live = new AbortController().signal;

test('opens a headful browser and leaves no process or file behind', async () => {
  await using scratch = scratchDirectory();
  const session = await openSession(optionsIn(scratch.path), live);
  await session.page.setContent('<title>here</title>');
  expect(await session.page.title()).toBe('here');
  expect(await session.page.evaluate('navigator.userAgent')).not.toContain('Headless');
  expect(processesOf(scratch.path).length).toBeGreaterThan(3);

  const browser = session.page.browser().process();
  await session[Symbol.asyncDispose]();
  await pollUntil('the browser was killed', () => browser?.signalCode === 'SIGKILL');
  await pollUntil('no process is left', () => processesOf(scratch.path).length === 0);
  expect(readdirSync(scratch.path)).toEqual([]);
});

test('starts no renderer for a page that may never be opened', async () => {
  await using scratch = scratchDirectory();
  await using session = await openSession(optionsIn(scratch.path), live);
  await session.page.setContent('<title>here</title>');
  const group = session.page.browser().process()?.pid;
  const commands = execFileSync('ps', ['-o', 'args=', '-g', String(group)], { encoding: 'utf8' });
  expect(commands.match(/--type=renderer/g)).toHaveLength(1);
});

test('keeps the browser when the signal of its launch fires later', async () => {
  await using scratch = scratchDirectory();
  const launching = new AbortController();
  await using session = await openSession(optionsIn(scratch.path), launching.signal);
  launching.abort();
  // Puppeteer would have killed the browser before the response.
  expect(await session.page.evaluate('1 + 1')).toBe(2);
  expect(session.isAlive()).toBe(true);
});

test('fires ended when the browser is gone', async () => {
  await using scratch = scratchDirectory();
  await using session = await openSession(optionsIn(scratch.path), live);
  session.page.browser().process()?.kill('SIGKILL');
  await pollUntil('the end is noticed', () => session.ended.aborted);
  expect(session.ended.reason).toMatchObject({ code: 'browser_crashed' });
  expect(session.isAlive()).toBe(false);
});

test('notifies each tab of the end, and waits for none that hangs', async () => {
  await using scratch = scratchDirectory();
  const heard: string[] = [];
  await using site = createServer((request, response) => {
    if (request.method === 'POST') heard.push(request.url ?? '');
    response.setHeader('content-type', 'text/html');
    response.end("<script>onpagehide = () => navigator.sendBeacon(location + '/left')</script>");
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  if (typeof address !== 'object' || address === null) throw new Error('The site has no port.');
  const url = `http://127.0.0.1:${address.port}`;
  await using session = await openSession(optionsIn(scratch.path), live);
  const second = await session.page.browser().newPage();
  const hanging = await session.page.browser().newPage();
  await session.page.goto(`${url}/first`);
  await second.goto(`${url}/second`);
  const hangs = Promise.allSettled([hanging.evaluate('for (;;);')]);
  await session.leave();
  expect(session.ended.aborted).toBe(false);
  expect(await hangs).toMatchObject([{ status: 'rejected' }]);
  await pollUntil('both tabs have reported', () => heard.length === 2);
  expect(heard.toSorted()).toEqual(['/first/left', '/second/left']);
  expect(session.page.browser().process()?.signalCode).toBe('SIGKILL');
});

test('opens concurrent sessions on separate displays', async () => {
  await using scratch = scratchDirectory();
  const [first, second] = await Promise.all([
    openSession(optionsIn(scratch.path), live),
    openSession(optionsIn(scratch.path), live),
  ]);
  await using _first = first;
  await using _second = second;
  expect(first.downloadsDirectory).not.toBe(second.downloadsDirectory);
  expect(first.display.name).not.toBe(second.display.name);
});

test('leaves nothing behind when there is no browser to start', async () => {
  await using scratch = scratchDirectory();
  const options = { ...optionsIn(scratch.path), chromiumPath: '/does/not/exist' };
  await expect(openSession(options, live)).rejects.toThrow('/does/not/exist');
  await pollUntil('no process is left', () => processesOf(scratch.path).length === 0);
  expect(readdirSync(scratch.path)).toEqual([]);
});

test('leaves nothing behind when the browser dies while starting', async () => {
  await using scratch = scratchDirectory();
  await using programs = scratchDirectory();
  const dying = join(programs.path, 'dying');
  const socket = '"$TMPDIR"/org.chromium.Chromium.*';
  const script = `#!/bin/sh
    ${findChromium()} "$@" &
    until ls -d ${socket} > ${programs.path}/found 2> /dev/null; do sleep 0.02; done
    kill -9 $!`;
  writeFileSync(dying, script, { mode: 0o755 });
  const options = { ...optionsIn(scratch.path), chromiumPath: dying };
  await expect(openSession(options, live)).rejects.toBeInstanceOf(Error);
  const left = readFileSync(join(programs.path, 'found'), 'utf8').trim();
  expect(left).toMatch(/\/errand-session-\w{6}\/org\.chromium\.Chromium\.\w+$/);
  await pollUntil('no process is left', () => processesOf(scratch.path).length === 0);
  expect([existsSync(left), readdirSync(scratch.path)]).toEqual([false, []]);
});

test('ends a browser that shows no page as soon as it is no longer needed', async () => {
  await using scratch = scratchDirectory();
  await using programs = scratchDirectory();
  const pageless = join(programs.path, 'pageless');
  const script = `#!/bin/sh\nexec ${findChromium()} "$@" --no-startup-window`;
  writeFileSync(pageless, script, { mode: 0o755 });
  const unwanted = new AbortController();
  const options = { ...optionsIn(scratch.path), chromiumPath: pageless };
  const opening = Promise.allSettled([openSession(options, unwanted.signal)]);
  await pollUntil('the browser listens', () =>
    processesOf(scratch.path).some((line) => line.includes('--type=utility')),
  );
  const abortedAt = performance.now();
  unwanted.abort(new Error('no task left'));
  expect(await opening).toMatchObject([
    { status: 'rejected', reason: { message: 'no task left' } },
  ]);
  // Puppeteer itself may wait for a page for half a minute.
  expect(performance.now() - abortedAt).toBeLessThan(15_000);
  await pollUntil('no process is left', () => processesOf(scratch.path).length === 0);
  expect(readdirSync(scratch.path)).toEqual([]);
});

test('gives every process of the session its temporary directory', async () => {
  await using scratch = scratchDirectory();
  await using session = await openSession(optionsIn(scratch.path), live);
  const { stdout: pids } = spawnSync('ps', ['-eo', 'pid='], { encoding: 'utf8' });
  const environments = pids.trim().split(/\s+/).map(environmentOf);
  const ours = environments.filter((text) => text.includes(`\0XAUTHORITY=${scratch.path}/`));
  const directories = ours.map((text) => /\0TMPDIR=([^\0]*)/.exec(text)?.[1]);
  expect(ours.length).toBeGreaterThan(3);
  expect(new Set(directories)).toEqual(new Set([session.display.environment['TMPDIR']]));
});

/** Variables of a process, each after a zero byte; empty when it is gone. */
function environmentOf(processId: string): string {
  try {
    return `\0${readFileSync(`/proc/${processId}/environ`, 'latin1')}`;
  } catch {
    return '';
  }
}

function scratchDirectory() {
  const path = mkdtempSync(join(tmpdir(), 'errand-worker-test-'));
  return {
    path,
    async [Symbol.asyncDispose]() {
      rmSync(path, { recursive: true, force: true });
      expect(existsSync(path)).toBe(false);
    },
  };
}

function processesOf(directory: string): string[] {
  const listed = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  return listed.split('\n').filter((line) => line.includes(directory));
}
