import { randomInt } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';

/**
 * Above the numbers that other programs use, because a server that picks a free number itself
 * (-displayfd) ignores locks and would take over another server's socket. Random, so that the next
 * number cannot be guessed.
 */
const FIRST = 1_000;
const END = 50_000;
const LOCKS = '/tmp';

export function chooseDisplayNumber(): number {
  return randomInt(FIRST, END);
}

/** Returns the path of the socket that a display's X server listens on. */
export function socketOf(display: number): string {
  return `/tmp/.X11-unix/X${display}`;
}

/**
 * Removes lock and socket of a display whose X server was killed. Leaves those of a living process
 * or of another user alone.
 */
export async function removeDeadDisplay(display: number): Promise<void> {
  const owner = await findOwner(display);
  if (owner === undefined || isAlive(owner)) return;
  await rm(socketOf(display), { force: true });
  await rm(lockOf(display), { force: true });
}

/** Removes them for every display that was opened here. */
export async function removeDeadDisplays(): Promise<void> {
  for (const name of await readdir(LOCKS)) {
    const display = Number(/^\.X(\d+)-lock$/.exec(name)?.[1]);
    if (display >= FIRST && display < END) await removeDeadDisplay(display);
  }
}

/** Returns the process id of this user's X server that holds the display; undefined without one. */
export async function findOwner(display: number): Promise<number | undefined> {
  let file: FileHandle;
  try {
    file = await open(
      lockOf(display),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
  } catch (error) {
    if (Error.isError(error) && 'code' in error) return undefined;
    throw error;
  }
  await using opened = file;
  const { uid } = await opened.stat();
  if (uid !== process.getuid?.()) return undefined;
  const text = await opened.readFile('utf8');
  return /^ *\d+\n$/.test(text) ? Number(text) : undefined;
}

function lockOf(display: number): string {
  return `${LOCKS}/.X${display}-lock`;
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return !(Error.isError(error) && 'code' in error && error.code === 'ESRCH');
  }
}
