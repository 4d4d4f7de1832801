import { expect, test } from '@jest/globals';
import { measureRecovery } from './measure-recovery.ts';

test('recovers elements of changed pages with a model and never acts on a wrong one', async () => {
  const rows = await measureRecovery();
  expect(rows).toHaveLength(50);
  expect(rows.filter((row) => [row.locatorOnly, row.withModel].includes('wrong'))).toEqual([]);
  const present = rows.filter(({ isThere }) => isThere);
  expect(present.filter(({ withModel }) => withModel !== 'recovered')).toEqual([]);
  expect(present.filter(({ locatorOnly }) => locatorOnly !== 'recovered').length).toBeGreaterThan(
    25,
  );
  const gone = rows.filter(({ isThere }) => !isThere);
  expect(gone.map(({ withModel }) => withModel)).toEqual(gone.map(() => 'failed'));
});
