import { signalGroup } from '@errand/desktop';
import { pauseUntilAborted } from '@errand/foundation';
import { readFile } from 'node:fs/promises';

const END_DEADLINE_MS = 2_000;
const POLL_MS = 20;

/**
 * Returns a command that writes the id of its process group to files and then becomes `command`,
 * because Puppeteer does not name the process when a launch fails. Start the command in its own
 * group.
 */
export function announceGroup(
  command: readonly string[],
  files: readonly string[],
): readonly string[] {
  const writing = files.map(() => 'echo $$ > "$1" && shift').join(' && ');
  return ['/bin/sh', '-c', `${writing} && exec "$@"`, 'sh', ...files, ...command];
}

/**
 * Kills the group that wrote its id to the file, and waits until it is gone: its processes would
 * otherwise recreate removed directories. Does nothing if no group wrote one.
 */
export async function endGroup(file: string): Promise<void> {
  const group = Number(await readIfPresent(file));
  if (!Number.isInteger(group) || group <= 1) return;
  signalGroup(group, 'SIGKILL');
  // Zombies that are not reaped count as members.
  const inTime = AbortSignal.timeout(END_DEADLINE_MS);
  while (isAlive(group) && !inTime.aborted) await pauseUntilAborted(POLL_MS, inTime);
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (Error.isError(error) && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch (error) {
    if (Error.isError(error) && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
