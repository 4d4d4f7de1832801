import { readFileSync } from 'node:fs';
import testSequencer from '@jest/test-sequencer';

// The package's declarations are those of its CommonJS file, where the class is a member.
const Sequencer = testSequencer as unknown as typeof testSequencer.default;

type Tests = Parameters<InstanceType<typeof Sequencer>['sort']>[0];

/**
 * Begins with the files that allow their tests the most time, so that none of them is what the end of a run waits for.
 * Jest itself knows only how large a file is until it has run it once.
 */
// oxlint-disable-next-line import/no-default-export -- jest's interface
export default class LongestFirst extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const allowed = new Map(tests.map(({ path }) => [path, readAllowedSeconds(path)]));
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's
    const sorted = await super.sort(tests);
    return sorted.toSorted(
      (one, other) => (allowed.get(other.path) ?? 0) - (allowed.get(one.path) ?? 0),
    );
  }
}

/** The longest time-out of a minute or more that the file gives a test or a hook; without one 0. */
function readAllowedSeconds(path: string): number {
  const timeouts = readFileSync(path, 'utf8').matchAll(/\b(\d{2,3})_000\b/g);
  const seconds = [...timeouts].map(([, thousands]) => Number(thousands));
  return Math.max(0, ...seconds.filter((value) => value >= 60));
}
