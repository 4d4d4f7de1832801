import { createLogger } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { findOwnGroup } from '../memory-group.ts';
import { scratchDirectory } from '../testing/scratch-directory.ts';
import { type BrowserGroup, openBrowserGroup, readMembers } from './browser-group.ts';
import { makeRoom } from './make-room.ts';
import { prepareMemoryGroups } from './memory-groups.ts';

const MIB = 1024 ** 2;
const limited = {
  limitBytes: 300 * MIB,
  logger: createLogger({ name: 'test', level: 'error' }),
};

// Needs root, where control groups can be written.
test('limits processes that join a group, and ends those that left their process group', async () => {
  await using group = openGroup();
  const described = [group.limitBytes(), group.countKills(), group.isOwnLimit()];
  expect(described).toEqual([300 * MIB, 0, false]);
  const commands = 'echo $$ > "$1" && exec setsid -f sleep 1000';
  const joining = spawn('/bin/sh', ['-c', commands, 'sh', group.joinFile], { stdio: 'ignore' });
  await once(joining, 'exit');
  const [left = 0] = readMembers(group.directory);
  expect(left).toBeGreaterThan(0);
  await group[Symbol.asyncDispose]();
  expect([existsSync(group.directory), isRunning(left)]).toEqual([false, false]);
});

test('removes groups of workers that are gone, and no others', async () => {
  await using group = openGroup();
  const gone = spawn('true');
  await once(gone, 'exit');
  const parent = dirname(group.directory);
  const abandoned = join(parent, `errand-browser-${gone.pid}-1`);
  const living = join(parent, `errand-browser-${process.ppid}-1`);
  for (const directory of [abandoned, living]) mkdirSync(directory);
  prepareMemoryGroups({ ...limited, mode: 'auto' });
  const found = [abandoned, living].map((directory) => existsSync(directory));
  rmdirSync(living);
  expect(found).toEqual([false, true]);
});

test('in version 2, moves the worker to a child group and limits browsers in sibling groups', async () => {
  await using scratch = scratchDirectory();
  const paths = writeOwnGroup(scratch.path, `1\n${process.pid}\n`);
  const own = findOwnGroup(paths);
  const parent = own && makeRoom(own);
  if (!parent) throw new Error('There is no room.');
  openBrowserGroup(parent, 'browser', 300 * MIB);
  const read = (file: string): string => readFileSync(join(own.directory, file), 'utf8');
  expect({
    worker: read('errand-worker/cgroup.procs'),
    passedOn: read('cgroup.subtree_control'),
    max: read('browser/memory.max'),
    together: read('browser/memory.oom.group'),
  }).toEqual({
    worker: String(process.pid),
    passedOn: '+memory',
    max: String(300 * MIB),
    together: '1',
  });
});

test.each([
  ['0::/pod\n', `1\n${process.ppid}\n`, /other programs run in its control group/],
  ['', '', /this system has no control groups for memory/],
])(
  'with groups %j and processes %j, refuses to start or does without',
  async (...[own, members, reason]) => {
    await using scratch = scratchDirectory();
    const paths = writeOwnGroup(scratch.path, members, own);
    expect(() => prepareMemoryGroups({ ...limited, mode: 'on', paths })).toThrow(reason);
    expect(prepareMemoryGroups({ ...limited, mode: 'auto', paths })).toBeUndefined();
    expect(readdirSync(join(paths.mount, 'pod'))).toEqual(['cgroup.procs', 'memory.events']);
  },
);

test('needs a limit', () => {
  const unlimited = { ...limited, limitBytes: undefined };
  expect(() => prepareMemoryGroups({ ...unlimited, mode: 'on' })).toThrow(
    /SESSION_MEMORY_MIB is 0/,
  );
  expect(prepareMemoryGroups({ ...limited, mode: 'off' })).toBeUndefined();
});

/** Zombies, which are never reaped, count as gone. */
function isRunning(id: number): boolean {
  const path = `/proc/${id}/stat`;
  return existsSync(path) && !/\) Z /.test(readFileSync(path, 'utf8'));
}

function openGroup(): BrowserGroup {
  const open = prepareMemoryGroups({ ...limited, mode: 'on' });
  if (!open) throw new Error('There are no groups.');
  return open();
}

function writeOwnGroup(directory: string, members: string, own = '0::/pod\n') {
  const paths = { ownGroups: join(directory, 'cgroup'), mount: join(directory, 'mount') };
  mkdirSync(join(paths.mount, 'pod'), { recursive: true });
  writeFileSync(paths.ownGroups, own);
  writeFileSync(join(paths.mount, 'pod', 'memory.events'), 'max 0\noom_kill 0\n');
  writeFileSync(join(paths.mount, 'pod', 'cgroup.procs'), members);
  return paths;
}
