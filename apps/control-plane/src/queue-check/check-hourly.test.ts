import { expect, test } from '@jest/globals';
import { pollUntil } from '@errand/test-kit';
import { recordLogs } from '../testing/record-logs.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { checkHourly } from './check-hourly.ts';

const app = await useTestApp();

test('checks repeatedly, even after a failure, and reports persistent faults', async () => {
  await app.submit();
  await app.database.pool.query('DELETE FROM pgboss.job');
  const { logger, entries } = recordLogs();
  const abort = new AbortController();
  let checks = 0;
  const checking = checkHourly({
    checkQueue: () => {
      checks += 1;
      if (checks === 1) return Promise.reject(new Error('The database is away.'));
      // A fault that has disappeared by the second check.
      if (checks === 3)
        return Promise.resolve({ checkedAt: new Date(), counts: {}, deviations: [] });
      return app.dependencies.checkQueue();
    },
    logger,
    signal: abort.signal,
    intervalMs: 20,
    secondLookMs: 1,
  });
  await pollUntil('three checks are over', () => entries.length >= 3);
  abort.abort();
  await checking;
  expect(checks).toBeGreaterThanOrEqual(7);
  expect(entries.slice(0, 3)).toMatchObject([
    { level: 'error', message: 'the check of the queue failed' },
    { level: 'warn', faults: 1, counts: { task_without_permit: 1 } },
    { level: 'warn', faults: 1 },
  ]);
});
