import testSequencer from '@jest/test-sequencer';
import { readFileSeconds } from './file-seconds.ts';

// The package's declarations are those of its CommonJS file, where the class is a member.
const Sequencer = testSequencer as unknown as typeof testSequencer.default;

type Tests = Parameters<InstanceType<typeof Sequencer>['sort']>[0];

/**
 * Runs the files with the longest recorded times first, so that no long file starts last and delays
 * the end of a run. A file without a record is new and runs before them: it may be the longest. Jest
 * itself knows only the size of a file until it has run once on this machine.
 */
// oxlint-disable-next-line import/no-default-export -- jest's interface
export default class LongestFirst extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const seconds = readFileSeconds();
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's
    const sorted = await super.sort(tests);
    const rank = (path: string): number => seconds.get(path) ?? Number.MAX_VALUE;
    return sorted.toSorted((one, other) => rank(other.path) - rank(one.path));
  }
}
