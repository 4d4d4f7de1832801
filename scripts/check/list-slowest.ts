import { relative } from 'node:path';
import type { FileSeconds } from '@errand/test-kit/file-seconds';

const LISTED = 20;

/** One line for each of the slowest files, and one for the total of all files. */
export function listSlowest(files: readonly FileSeconds[], root: string): readonly string[] {
  const sorted = files.toSorted((one, other) => other.seconds - one.seconds);
  const total = sorted.reduce((sum, { seconds }) => sum + seconds, 0);
  return [
    ...sorted
      .slice(0, LISTED)
      .map(({ path, seconds }) => `slow   ${seconds.toFixed(1)} s ${relative(root, path)}`),
    `slow   ${total.toFixed(0)} s all ${sorted.length} files, several at a time`,
  ];
}
