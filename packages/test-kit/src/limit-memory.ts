import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pollUntil } from './poll-until.ts';

const MOUNT = '/sys/fs/cgroup';
const MIB = 1024 ** 2;

export interface MemoryLimit extends AsyncDisposable {
  /** Moves a process into the group; its later children start there. */
  readonly add: (processId: number) => void;
  readonly processes: () => readonly number[];
}

/**
 * Opens a control group whose processes together get this much memory. The group ends with its last
 * process. Throws where the system does not let this user limit memory: it never skips a test.
 */
export function limitMemory(mebibytes: number): MemoryLimit {
  const isFirstVersion = existsSync(join(MOUNT, 'memory'));
  const parent = isFirstVersion ? join(MOUNT, 'memory') : MOUNT;
  const directory = join(parent, `errand-test-${process.pid}-${performance.now().toFixed()}`);
  const set = (file: string, value: number | string): void =>
    writeFileSync(join(directory, file), String(value));
  try {
    if (!isFirstVersion) writeFileSync(join(MOUNT, 'cgroup.subtree_control'), '+memory');
    mkdirSync(directory);
    set(isFirstVersion ? 'memory.limit_in_bytes' : 'memory.max', mebibytes * MIB);
  } catch (cause) {
    throw new Error(
      'This test limits memory in a control group: run it as root, where those can be written.',
      { cause },
    );
  }
  const processes = (): readonly number[] =>
    readFileSync(join(directory, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);
  return {
    add: (processId) => set('cgroup.procs', processId),
    processes,
    async [Symbol.asyncDispose]() {
      await pollUntil('the group has no process', () => processes().length === 0, {
        deadlineMs: 30_000,
      });
      rmdirSync(directory);
    },
  };
}
