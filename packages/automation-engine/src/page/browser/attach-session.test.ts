import { openBrowser } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { attachSession } from './attach-session.ts';

test('keeps a target known when its sessions are opened concurrently and detached', async () => {
  await using launched = await openBrowser();
  const { browser } = launched;
  await using opened = await launched.openPage();
  for (const owner of [browser, opened.page]) {
    const sessions = await Promise.all([1, 2, 3].map(() => attachSession(owner)));
    await Promise.all(sessions.map((session) => session.detach()));
  }
  expect(browser.targets()).toEqual(
    expect.arrayContaining([browser.target(), opened.page.target()]),
  );
});

test('continues after a session that could not be attached', async () => {
  await using launched = await openBrowser();
  const closing = await launched.openPage();
  const { page } = closing;
  await closing[Symbol.asyncDispose]();
  const attempts = await Promise.allSettled([attachSession(page), attachSession(page)]);
  expect(attempts.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
