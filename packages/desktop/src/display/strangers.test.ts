import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDisplay, type Display } from './open-display.ts';

// An unprivileged user of the machine looks for a display's cookie and tries to connect to its
// sockets.
const NOBODY = ['--reuid', '65534', '--regid', '65534', '--clear-groups', '--'];
const { PATH } = process.env;
/** Shows, in the arguments of a process, that the other user can see processes. */
const MARKER = 'seen-by-a-stranger';
const COOKIE_BYTES = 16;

const owned = new AsyncDisposableStack();
let display: Display;
let cookie: Buffer;
/** Command lines of all processes, as seen by the other user while the display started. */
let commandLines = '';
beforeAll(async () => {
  if (process.getuid?.() !== 0) {
    throw new Error('These tests become another user, which only root may: run them as root.');
  }
  const directory = mkdtempSync(join(tmpdir(), 'errand-strangers-'));
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  const watch = 'while :; do cat /proc/[0-9]*/cmdline 2>/dev/null; done';
  const watcher = spawn('setpriv', [...NOBODY, 'sh', '-c', watch], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  owned.defer(() => void watcher.kill('SIGKILL'));
  watcher.stdout.setEncoding('latin1').on('data', (text: string) => (commandLines += text));
  const marked = spawn('sh', ['-c', 'read line', MARKER], { stdio: ['pipe', 'ignore', 'ignore'] });
  owned.defer(() => void marked.kill('SIGKILL'));
  await pollUntil('the other user sees processes', () => commandLines.includes(MARKER));
  const size = { width: 320, height: 240 };
  display = owned.use(await openDisplay({ ...size, directory, environment: { PATH } }));
  await pollUntil('the other user sees the X server', () => commandLines.includes(directory));
  cookie = readFileSync(join(directory, 'xauthority')).subarray(-COOKIE_BYTES);
});
afterAll(() => owned.disposeAsync());

const socketPath = () => `/tmp/.X11-unix/X${display.name.slice(1)}`;

/**
 * Connects to a socket as the other user and prints the X server's reply: 0 refused, 1 accepted, or
 * the error code when there is no connection.
 */
const knock = `
  const [path, data] = process.argv.slice(1);
  const text = (bytes) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  const kind = Buffer.from('MIT-MAGIC-COOKIE-1');
  const bytes = Buffer.from(data, 'hex');
  const head = Buffer.from([0x6c, 0, 11, 0, 0, 0, bytes.length ? kind.length : 0, 0, bytes.length, 0, 0, 0]);
  const socket = require('node:net').connect(path.replace('@', '\\0'));
  socket.once('error', ({ code }) => console.log(code));
  socket.once('data', ([answer]) => { console.log(answer); socket.destroy(); });
  socket.write(bytes.length ? Buffer.concat([head, text(kind), text(bytes)]) : head);`;

async function knockAt(path: string, data: Buffer): Promise<string> {
  const args = [...NOBODY, process.execPath, '-e', knock, path, data.toString('hex')];
  const { stdout } = await promisify(execFile)('setpriv', args, { timeout: 20_000 });
  return stdout.trim();
}

test('never shows the cookie in a command line, and starts no program that could', () => {
  const seen = commandLines.replaceAll('\0', ' ');
  expect(seen).toMatch(/Xvfb :\d+ -screen/);
  expect(seen).not.toContain(cookie.toString('hex'));
  expect(seen).not.toMatch(/\bxauth\b/);
});

test('keeps the cookie in a file that only its owner can read', () => {
  const file = join(display.directory, 'xauthority');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(display.directory).mode & 0o777).toBe(0o700);
  const read = () => execFileSync('setpriv', [...NOBODY, 'cat', file], { stdio: 'pipe' });
  expect(read).toThrow(/Permission denied/);
});

test('refuses another user at its socket, and has no abstract one', async () => {
  const nothing = Buffer.alloc(0);
  const guessed = Buffer.alloc(COOKIE_BYTES, 7);
  expect(await knockAt(socketPath(), nothing)).toBe('0');
  expect(await knockAt(socketPath(), guessed)).toBe('0');
  expect(await knockAt(`@${socketPath()}`, nothing)).toBe('ECONNREFUSED');
  // Control: the cookie is what decides.
  expect(await knockAt(socketPath(), cookie)).toBe('1');
  const lines = readFileSync('/proc/net/unix', 'latin1').split('\n');
  const listening = lines.filter((line) => line.endsWith(socketPath()) && / 00010000 /.test(line));
  expect(listening).toHaveLength(1);
});

test('admits programs with its environment, even behind bubblewrap', async () => {
  const options = { env: display.environment, timeout: 20_000 };
  const look = ['xdotool', 'getdisplaygeometry'];
  const [program = '', ...args] = look;
  const fence = ['--dev-bind', '/', '/', '--die-with-parent', '--', ...look];
  expect((await promisify(execFile)(program, args, options)).stdout).toBe('320 240\n');
  expect((await promisify(execFile)('bwrap', fence, options)).stdout).toBe('320 240\n');
});

test('does not let another user move the pointer', () => {
  const { XAUTHORITY: _, ...environment } = display.environment;
  const move = [...NOBODY, 'xdotool', 'mousemove', '10', '10'];
  const options = { env: environment, stdio: 'pipe' } as const;
  expect(() => execFileSync('setpriv', move, options)).toThrow(/Can't open display/);
});
