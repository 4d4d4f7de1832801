import { join } from 'node:path';

/** Variables that make each thread of a process write a CPU profile when it ends. */
export function profiledIn(directory: string) {
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${join(directory, 'profiles')}` };
}
