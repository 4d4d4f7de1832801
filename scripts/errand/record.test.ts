import { openDisplay } from '@errand/desktop';
import { findChromium, pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/errand', import.meta.url));
const SECRET = 'Gull-48-Harbour';
const page = `<!doctype html><label>Name <input style="width: 100%; height: 400px"></label>
  <label>Password <input type=password></label><button>Go on</button><output></output>
  <script>document.querySelector('button').onclick = () =>
    fetch('/done').then(() => { document.querySelector('output').textContent = 'Done.'; });</script>`;

const owned = new AsyncDisposableStack();
const directory = mkdtempSync(join(tmpdir(), 'errand-record-'));
let env: NodeJS.ProcessEnv;
let url: string;
/** How often a person or the replay has pressed the button. */
let pressed = 0;

beforeAll(async () => {
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  const size = { width: 1280, height: 800 };
  const display = owned.use(await openDisplay({ directory, ...size, environment: process.env }));
  env = { ...process.env, ...display.environment, CHROMIUM_PATH: findChromium(), HOME: directory };
  const server = createServer((request, response) => {
    if (request.url === '/done') pressed += 1;
    response.setHeader('content-type', 'text/html').end(page);
  });
  owned.defer(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => owned.disposeAsync());

const key = (...names: string[]) => execFileSync('xdotool', ['key', ...names], { env });
const type = (text: string) => execFileSync('xdotool', ['type', text], { env });

/** Starts recording and simulates a person who fills in the form and presses its button. */
async function recordForm(out: string) {
  const child = spawn(PROGRAM, ['record', url, '--out', out], {
    env: { ...env, ERRAND_SECRET_PASSWORD: SECRET },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const before = pressed;
  await pollUntil('it records', () => text.includes('While it records'), {
    deadlineMs: 120_000,
  });
  execFileSync('xdotool', ['mousemove', '640', '300', 'click', '1'], { env });
  type('Ada');
  key('Tab');
  type(SECRET);
  key('Tab', 'Return');
  await pollUntil('the button is pressed', () => pressed > before);
  await pollUntil('the press is recorded', () => text.includes('3 steps'));
  const exited = once(child, 'exit');
  return { child, note: () => text, exited };
}

test('records a form in a local browser and replays it once the window is closed', async () => {
  const out = join(directory, 'Portal login.json');
  const { exited, note } = await recordForm(out);
  const before = pressed;
  key('ctrl+w');
  expect([await exited, note()]).toEqual([[0, null], expect.stringContaining('recordings push')]);
  expect(pressed).toBe(before + 1);
  expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({
    endpoint_name: 'portal-login',
    automation: expect.objectContaining({ url, nodes: expect.any(Array) }),
  });
  const report = readFileSync(join(directory, 'Portal login.report.json'), 'utf8');
  expect(JSON.parse(report)).toMatchObject({
    inputs: { name: ['Ada'] },
    secure_parameters: { password: [] },
    report: { nodes: [{ outcome: 'passed' }, { outcome: 'passed' }, { outcome: 'passed' }] },
  });
  expect(report + readFileSync(out, 'utf8') + note()).not.toContain(SECRET);
});

const cuts = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

test.each(cuts)('%s keeps what was recorded, without a replay', async (signal, exitCode) => {
  const out = join(directory, `${signal}.json`);
  const { child, exited } = await recordForm(out);
  const before = pressed;
  child.kill(signal);
  expect(await exited).toEqual([exitCode, null]);
  expect(pressed).toBe(before);
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
    automation: { nodes: [{}, {}, {}] },
  });
});

test('a page that does not open leaves neither a file nor a browser behind', async () => {
  const out = join(directory, 'none.json');
  const child = spawn(PROGRAM, ['record', 'http://127.0.0.1:9/', '--out', out], { env });
  const notes: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => notes.push(chunk));
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(String(Buffer.concat(notes))).toMatch(/^"http:\/\/127.0.0.1:9\/" did not open: net::ERR/);
  expect(existsSync(out)).toBe(false);
});
