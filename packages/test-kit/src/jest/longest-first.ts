import testSequencer from '@jest/test-sequencer';
import { readFileSeconds } from './file-seconds.ts';

// The package's declarations are those of its CommonJS file, where the class is a member.
const Sequencer = testSequencer as unknown as typeof testSequencer.default;

type Tests = Parameters<InstanceType<typeof Sequencer>['sort']>[0];

/**
 * Begins with the files that took longest when that was last kept, so that none of them is what the end of a run waits for.
 * Jest itself knows only how large a file is until it has run it once on this machine.
 */
// oxlint-disable-next-line import/no-default-export -- jest's interface
export default class LongestFirst extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const seconds = readFileSeconds();
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's
    const sorted = await super.sort(tests);
    return sorted.toSorted(
      (one, other) => (seconds.get(other.path) ?? 0) - (seconds.get(one.path) ?? 0),
    );
  }
}
