import { createLogger } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Fleet, openFleet } from '../testing/open-fleet.ts';
import { isAbandoned, openOwnedDirectory } from './owned-directory.ts';
import { sweep } from './sweep.ts';

const logger = createLogger({ name: 'test', level: 'error' });
const owned = new AsyncDisposableStack();
let fleet: Fleet;
beforeAll(async () => {
  fleet = owned.use(await openFleet());
});
afterAll(() => owned.disposeAsync());

function scratch() {
  // Short enough for the sockets of a browser.
  const path = mkdtempSync('/tmp/errand-sweep-test-');
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

const waiting = { sleep_action: { sleep_time: 600 } };
const chromiumFilesIn = (directory: string) =>
  readdirSync(directory).filter((name) => /^\.?org\.chromium\./.test(name));
const locks = () => readdirSync('/tmp').filter((name) => /^\.X\d{4,5}-lock$/.test(name));

test('a new worker removes what a killed one left, but nothing that belongs to a living one', async () => {
  using shared = scratch();
  using temporary = scratch();
  const settings = { WORK_DIRECTORY: shared.path, TMPDIR: temporary.path };
  const knownLocks = new Set(locks());
  await using workers = new AsyncDisposableStack();
  const run = async () => {
    const known = new Set(readdirSync(shared.path));
    const worker = workers.use(await fleet.startWorker(settings));
    const id = await fleet.run([waiting]);
    await fleet.untilStatus(id, 'running');
    const session = await pollUntil('a profile exists', () =>
      readdirSync(shared.path).find(
        (name) => !known.has(name) && existsSync(join(shared.path, name, 'profile', 'Default')),
      ),
    );
    return { worker, path: join(shared.path, session) };
  };
  const living = await run();
  const killed = await run();
  process.kill(killed.worker.processId ?? 0, 'SIGKILL');
  await killed.worker.failed;
  expect(existsSync(join(killed.path, 'profile'))).toBe(true);
  // What a browser would put in the system's temporary directory is in its session's directory.
  expect(chromiumFilesIn(living.path)).not.toEqual([]);
  expect(chromiumFilesIn(temporary.path)).toEqual([]);
  await pollUntil('its processes have ended', () => processesOf(killed.path).length === 0);

  workers.use(await fleet.startWorker(settings));
  await pollUntil('it is gone', () => !existsSync(killed.path), { deadlineMs: 30_000 });
  expect(existsSync(join(living.path, 'profile', 'Default'))).toBe(true);
  const dead = () =>
    locks().filter((name) => !knownLocks.has(name) && !existsSync(`/proc/${ownerOf(name)}`));
  await pollUntil('no lock of a dead display is left', () => dead().length === 0);
});

function processesOf(directory: string): string[] {
  const listed = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  return listed.split('\n').filter((line) => line.includes(directory));
}

function ownerOf(lock: string): string {
  try {
    return execFileSync('cat', [join('/tmp', lock)], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    // The process ended during the check.
    return 'self';
  }
}

/** Runs a process that creates an owned directory in a folder and is killed by SIGKILL. */
async function abandon(root: string, kind: 'session' | 'recording'): Promise<string> {
  const module = join(import.meta.dirname, 'owned-directory.ts');
  const program = `
    const { openOwnedDirectory } = await import(${JSON.stringify(module)});
    const { path } = await openOwnedDirectory(${JSON.stringify(root)}, '${kind}');
    console.log(path);
    setInterval(() => {}, 1000);`;
  const args = ['--input-type=module', '-e', program];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let path = '';
  child.stdout.on('data', (text: Buffer) => (path += text.toString()));
  await pollUntil('the directory is made', () => path.includes('\n'));
  path = path.trim();
  expect(await isAbandoned(path)).toBe(false);
  child.kill('SIGKILL');
  // Another process may have swept a shared directory already.
  await pollUntil('its owner is dead', async () => !existsSync(path) || isAbandoned(path));
  return path;
}

test('removes abandoned directories only', async () => {
  using root = scratch();
  using outside = scratch();
  writeFileSync(join(outside.path, 'kept'), '');
  const inRoot = (name: string) => join(root.path, name);
  const [session, video] = [
    await abandon(root.path, 'session'),
    await abandon(root.path, 'recording'),
  ];
  // Links inside it are not followed, and a link in place of a directory is not treated as one.
  symlinkSync(outside.path, join(session, 'link'));
  symlinkSync(outside.path, inRoot('errand-session-LINKED'));
  symlinkSync(session, inRoot('errand-session-LINKD2'));
  mkdirSync(inRoot('.errand-session-old-AbCdEf/profile'), { recursive: true });
  await using living = await openOwnedDirectory(root.path, 'session');
  // Unrelated directories: with our name but no liveness socket, with a file in its place, with
  // another name or another user.
  mkdirSync(inRoot('errand-session-AbCdEf/profile'), { recursive: true });
  mkdirSync(inRoot('errand-session-Ghijkl'));
  writeFileSync(inRoot('errand-session-Ghijkl/alive'), '');
  writeFileSync(inRoot('errand-session-Mnopqr'), '');
  const [theirs, renamed] = [
    await abandon(root.path, 'session'),
    await abandon(root.path, 'session'),
  ];
  execFileSync('chown', ['65534', theirs]);
  execFileSync('mv', [renamed, inRoot('my-errand-session')]);

  await sweep({ workDirectory: root.path, logger });
  expect([
    existsSync(session),
    existsSync(video),
    existsSync(inRoot('.errand-session-old-AbCdEf')),
  ]).toEqual([false, false, false]);
  const kept = [
    'errand-session-AbCdEf/profile',
    'errand-session-Ghijkl/alive',
    'errand-session-Mnopqr',
    'errand-session-LINKED',
    'errand-session-LINKD2',
    'my-errand-session',
  ];
  for (const path of [...kept.map(inRoot), theirs, living.path])
    expect(lstatSync(path)).toBeDefined();
  expect(readdirSync(outside.path)).toEqual(['kept']);
});

test('sweeps the folder in memory, too', async () => {
  using root = scratch();
  const abandoned = await abandon('/dev/shm', 'session');
  await sweep({ workDirectory: root.path, logger });
  expect(existsSync(abandoned)).toBe(false);
});

test('sweeps the other directories when one cannot be read', async () => {
  using root = scratch();
  const session = await abandon(root.path, 'session');
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = root.path;
  try {
    await sweep({ workDirectory: join(root.path, 'missing'), logger });
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
  expect(existsSync(session)).toBe(false);
});

test('removes a disposed directory completely, however long its path is', async () => {
  using root = scratch();
  const deep = join(root.path, 'a'.repeat(100), 'b'.repeat(100));
  mkdirSync(deep, { recursive: true });
  const directory = await openOwnedDirectory(deep, 'session');
  expect(lstatSync(directory.path).mode & 0o777).toBe(0o700);
  writeFileSync(join(directory.path, 'cookies'), 'a');
  expect(await isAbandoned(directory.path)).toBe(false);
  await directory[Symbol.asyncDispose]();
  expect(readdirSync(deep)).toEqual([]);
});

test('treats a busy owner as alive', async () => {
  using root = scratch();
  const path = await abandon(root.path, 'session');
  rmSync(join(path, 'alive'));
  const server = createServer();
  server.listen(join(path, 'alive'));
  await pollUntil('it listens', () => server.listening);
  await sweep({ workDirectory: root.path, logger });
  expect(existsSync(path)).toBe(true);
  server.close();
});
