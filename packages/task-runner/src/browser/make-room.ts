import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ControlGroup, readControlGroup } from '../memory-group.ts';
import { readMembers } from './browser-group.ts';

const WORKER_GROUP = 'errand-worker';
/** Process 1 of a container, which starts the worker. */
const INIT = 1;

/**
 * In version 2, a group that contains processes cannot pass its limits on, so the worker moves to
 * a group below. Returns undefined when the processes are not only the worker's.
 */
export function makeRoom(own: ControlGroup): ControlGroup | undefined {
  if (basename(own.directory) === WORKER_GROUP) {
    return readControlGroup({ ...own, directory: dirname(own.directory) });
  }
  const members = readMembers(own.directory);
  if (members.some((id) => id !== process.pid && id !== INIT)) return undefined;
  const directory = join(own.directory, WORKER_GROUP);
  mkdirSync(directory, { recursive: true });
  for (const id of members) writeFileSync(join(directory, 'cgroup.procs'), String(id));
  writeFileSync(join(own.directory, 'cgroup.subtree_control'), '+memory');
  return own;
}
