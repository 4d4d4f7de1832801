import { expect, test } from '@jest/globals';
import { parseLocator } from '@errand/locators';
import { awaitResponse } from './await-response.ts';

test('stops waiting for a response at the deadline, and names the locator', async () => {
  const expression = parseLocator('get_by_text("Total")');
  const { signal } = new AbortController();
  const wait = { expression, timeoutMs: 20, signal };
  await expect(awaitResponse(Promise.resolve(3), wait)).resolves.toBe(3);
  await expect(awaitResponse(new Promise<never>(() => undefined), wait)).rejects.toMatchObject({
    code: 'not_actionable',
    message: expect.stringMatching(/^not_actionable: get_by_text\("Total"\) .*does not respond/),
  });
});
