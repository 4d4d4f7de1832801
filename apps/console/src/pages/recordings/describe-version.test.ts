import { expect, test } from '@jest/globals';
import { describeVersion } from './describe-version.ts';

const rollout = {
  state: 'running',
  version: 4,
  base_version: 3,
  percent: 10,
  first_tasks: null,
} as const;
const describeAll = (rolled: Parameters<typeof describeVersion>[1]) =>
  [4, 3, 2].map((version) => describeVersion({ version, is_current: version === 4 }, rolled));

test('a version that some tasks run is not called current while it is rolled out', () => {
  expect(describeAll(rollout)).toEqual(['rolling out, 10%', 'current', undefined]);
  expect(describeAll({ ...rollout, first_tasks: 20 })[0]).toBe('rolling out, 20 tasks');
});

test('the newest version is current without a roll-out, or after it', () => {
  expect(describeAll(null)).toEqual(['current', undefined, undefined]);
  expect(describeAll({ ...rollout, state: 'promoted' })).toEqual(['current', undefined, undefined]);
});
