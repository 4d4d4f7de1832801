import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOwner, removeDeadDisplays, socketOf } from './display-number.ts';
import { DisplayUnavailableError, openDisplay } from './open-display.ts';

const size = { width: 320, height: 240 };
const { PATH } = process.env;

function scratch() {
  const path = mkdtempSync(join(tmpdir(), 'errand-display-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

async function open(environment: NodeJS.ProcessEnv = { PATH }) {
  const directory = scratch();
  const display = await openDisplay({ ...size, directory: directory.path, environment }).catch(
    (error: unknown) => {
      directory[Symbol.dispose]();
      throw error;
    },
  );
  const number = Number(display.name.slice(1));
  return {
    ...display,
    number,
    async [Symbol.asyncDispose]() {
      await display[Symbol.asyncDispose]();
      directory[Symbol.dispose]();
    },
  };
}

const lockOf = (number: number) => `/tmp/.X${number}-lock`;
const geometryOf = (environment: NodeJS.ProcessEnv) =>
  execFileSync('xdotool', ['getdisplaygeometry'], { env: environment, encoding: 'utf8' });

test('opens twenty displays at once, each with its own server, and leaves nothing behind', async () => {
  const displays = await Promise.all(Array.from({ length: 20 }, () => open()));
  expect(new Set(displays.map(({ name }) => name)).size).toBe(20);
  for (const { environment } of displays) expect(geometryOf(environment)).toBe('320 240\n');
  await Promise.all(displays.map((display) => display[Symbol.asyncDispose]()));
  for (const { number } of displays) {
    expect([existsSync(lockOf(number)), existsSync(socketOf(number))]).toEqual([false, false]);
  }
});

test.each([{}, { LANG: 'C' }, { LANG: 'xx_XX.UTF-8', LC_CTYPE: 'POSIX' }, { LC_ALL: 'POSIX' }])(
  'programs on a display read file names as UTF-8 with the locale %j',
  async (locale) => {
    await using display = await open({ PATH, ...locale });
    const options = { env: display.environment, encoding: 'utf8' } as const;
    expect(execFileSync('locale', ['charmap'], options)).toBe('UTF-8\n');
  },
);

test('keeps its socket while another server looks for a free number', async () => {
  await using display = await open();
  const args = ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '64x64x24'];
  const other = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  using _ended = { [Symbol.dispose]: () => void other.kill() };
  let number = '';
  other.stdout.on('data', (text: Buffer) => (number += text.toString()));
  await pollUntil('the other server listens', () => number.includes('\n'));
  expect(Number(number)).not.toBe(display.number);
  expect(geometryOf(display.environment)).toBe('320 240\n');
});

test('removes what a killed server left, and nothing that is alive or belongs to others', async () => {
  await using living = await open();
  await using killed = await open();
  const owner = await findOwner(killed.number);
  process.kill(owner ?? 0, 'SIGKILL');
  await killed.exited;
  using directory = scratch();
  const foreign = join(directory.path, 'foreign');
  writeFileSync(foreign, `${String(owner).padStart(10)}\n`);
  // A link, another user's file, a display numbered from 0, and no lock at all.
  const [link, theirs, low, empty] = [49_990, 49_991, 950, 49_992].map(lockOf);
  using _cleaned = {
    [Symbol.dispose]() {
      for (const path of [link, theirs, low, empty]) rmSync(path ?? '', { force: true });
    },
  };
  symlinkSync(foreign, link ?? '');
  const dead = `${String(owner).padStart(10)}\n`;
  for (const path of [theirs, low]) writeFileSync(path ?? '', dead);
  execFileSync('chown', ['65534', theirs ?? '']);
  writeFileSync(empty ?? '', '');

  await removeDeadDisplays();
  expect([existsSync(lockOf(killed.number)), existsSync(socketOf(killed.number))]).toEqual([
    false,
    false,
  ]);
  expect(geometryOf(living.environment)).toBe('320 240\n');
  for (const path of [link, theirs, low, empty]) expect(lstatSync(path ?? '')).toBeDefined();
  expect(existsSync(foreign)).toBe(true);
});

test('reports that there is no X server', async () => {
  using directory = scratch();
  // Contains only the program that starts the server.
  const path = join(directory.path, 'bin');
  execFileSync('mkdir', [path]);
  symlinkSync('/usr/bin/setpriv', join(path, 'setpriv'));
  await expect(open({ PATH: path })).rejects.toThrow(DisplayUnavailableError);
});
