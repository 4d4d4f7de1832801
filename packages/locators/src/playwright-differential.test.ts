import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Comparer, groups, openComparer } from './differential/compare.ts';

let comparer: Comparer;
beforeAll(async () => {
  comparer = await openComparer();
});
afterAll(async () => {
  await comparer[Symbol.asyncDispose]();
});

const cases = groups.flatMap((group) =>
  group.pairs.map((pair) => ({ group, pair, name: group.name, source: pair[0] })),
);

test.each(cases)(
  'finds the same elements as Playwright ($name): $source',
  async ({ group, pair }) => {
    const { ours, theirs } = await comparer.compare(group, pair);
    expect(ours).toEqual(theirs);
    // Two empty results would always agree.
    expect(ours).not.toEqual([]);
  },
);
