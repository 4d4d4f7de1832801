import { expect, test } from '@jest/globals';
import { openBrowser } from '@errand/test-kit';
import { failureOf, openStage } from '../../test/run-on-page.ts';

// proves field: fail_state_action.failure_message
test('fails the run with its message and without a retry', async () => {
  await using browser = await openBrowser();
  await using stage = await openStage(browser);
  const run = await stage.run(
    'page',
    [{ fail_state_action: { failure_message: 'Password reset needed for {user[0]}' } }],
    { inputs: { user: ['ann'] } },
  );
  expect(failureOf(run)).toBe('fail_state: Password reset needed for ann');
  expect(run.result).toMatchObject({ error: { retry: 'never', nodePath: 'nodes[0]' } });
});
