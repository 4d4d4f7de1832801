import { expect, test } from '@jest/globals';
import { openBrowser } from '@errand/test-kit';
import { failureOf, openStage } from '../../test/run-on-page.ts';

// proves field: sleep_action.sleep_time
test('sleeps for the full time, including fractions', async () => {
  await using browser = await openBrowser();
  await using stage = await openStage(browser);
  const run = await stage.run('quiet', [{ sleep_action: { sleep_time: 0.25 }, end_sleep_time: 0 }]);
  expect(failureOf(run)).toBe('success');
  expect(run.events[0]?.durationMs).toBeGreaterThanOrEqual(249);
});
