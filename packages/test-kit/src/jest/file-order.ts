import testSequencer from '@jest/test-sequencer';
import { readFileSeconds } from './file-seconds.ts';

// The package's declarations are those of its CommonJS file, where the class is a member.
const Sequencer = testSequencer as unknown as typeof testSequencer.default;

type Tests = Parameters<InstanceType<typeof Sequencer>['sort']>[0];

/** Longest recorded times, in seconds, of all groups of files but the last. */
const GROUPS = [10, 40];
/** No file takes as many seconds. */
const GROUP_RANKS = 1e6;

/**
 * Runs new files first, because they are the least proven, then the quick ones, so that most files
 * have run if the time is limited. Each group begins with the longest recorded time, so that no long
 * file starts last and delays the end of a run. Jest itself knows only the size of a file until it
 * has run once on this machine.
 */
// oxlint-disable-next-line import/no-default-export -- jest's interface
export default class FileOrder extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const seconds = readFileSeconds();
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's
    const sorted = await super.sort(tests);
    const rank = (path: string): number => rankOf(seconds.get(path));
    return sorted.toSorted((one, other) => rank(one.path) - rank(other.path));
  }
}

/** New files have no record. Files with a lower rank run earlier. */
function rankOf(seconds: number | undefined): number {
  if (seconds === undefined) return Number.NEGATIVE_INFINITY;
  const group = GROUPS.filter((longest) => seconds >= longest).length;
  return group * GROUP_RANKS - seconds;
}
