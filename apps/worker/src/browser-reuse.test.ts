import { listen } from '@errand/app-runtime';
import { openFleet } from '@errand/task-runner/testing';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';

test('runs tasks of an account in contexts of one browser, and a dedicated one in its own', async () => {
  /** The kind of each visitor, in order. */
  const visitors: string[] = [];
  await using shop = await listen(
    ({ url, headers }, response) => {
      if (url === '/') visitors.push(headers.cookie === undefined ? 'new' : 'known');
      response.setHeader('content-type', 'text/html');
      response.setHeader('set-cookie', 'visitor=1; max-age=3600').end('<h1>Shop</h1>');
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  await using fleet = await openFleet();
  await using worker = await fleet.startWorker({ BROWSER_ISOLATION: 'context' });
  const nodes = [{ sleep_action: { sleep_time: 0 } }];
  const visit = async (submission: object = {}): Promise<readonly number[]> => {
    const task = await fleet.run(nodes, { url: `${shop.url}/`, submission });
    const { status, error } = await fleet.untilEnded(task);
    expect([status, error]).toEqual(['success', null]);
    return worker.browsers();
  };
  const [browser] = await pollUntil('a browser runs', () => {
    const started = worker.browsers();
    return started.length > 0 && started;
  });
  expect(await visit()).toEqual([browser]);
  expect(await visit()).toEqual([browser]);
  const running = await visit({ is_dedicated: true, unique_parameter_names: ['login'] });
  expect(running).toHaveLength(2);
  expect(running).toContain(browser);
  expect(await visit()).toContain(browser);
  expect(visitors).toEqual(['new', 'new', 'new', 'new']);
});
