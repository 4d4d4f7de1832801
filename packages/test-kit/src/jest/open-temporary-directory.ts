import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = 'errand-tests-';
/** Name of a directory, with the id of the process that opened it. */
const NAMED = new RegExp(`^${NAME}(\\d+)-`);
/** `f_type` of statfs(2). */
const TMPFS = 0x01021994;
/** The test files of a whole run never need this much space. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

/**
 * Creates a directory for all temporary files of a test run: in memory if there is room, because
 * databases and browser profiles are thousands of short-lived files, and creating them on a disk
 * takes several times the CPU time. TMPDIR, if set, decides where.
 */
export function openTemporaryDirectory(): AsyncDisposable & { readonly path: string } {
  const isInMemory = process.env['TMPDIR'] === undefined && hasRoomInMemory();
  const root = isInMemory ? MEMORY : tmpdir();
  removeAbandoned(root);
  const path = mkdtempSync(join(root, `${NAME}${process.pid}-`));
  // Like /tmp, because PostgreSQL and sandboxes run as other users.
  chmodSync(path, 0o1777);
  return {
    path,
    // A process that has just exited may still write for a moment.
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 10 }),
  };
}

/** Removes the directories of killed runs: in memory, they would stay until the machine restarts. */
function removeAbandoned(root: string): void {
  for (const name of readdirSync(root)) {
    const [, pid] = NAMED.exec(name) ?? [];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    try {
      rmSync(join(root, name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
