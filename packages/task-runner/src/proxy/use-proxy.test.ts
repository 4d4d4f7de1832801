import { startForwardProxy } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Fleet, openFleet } from '../testing/open-fleet.ts';

const login = { username: 'errand', password: 'proxysecret' };
const submission = { use_proxy: true, max_timeout_in_minutes: 1 };
const resources = new AsyncDisposableStack();
let fleet: Fleet;
let proxyUrl: string;
beforeAll(async () => {
  fleet = resources.use(await openFleet());
  proxyUrl = resources.use(await startForwardProxy(login)).url;
});
afterAll(async () => resources[Symbol.asyncDispose]());

const settings = () => ({ PROXY_URL: proxyUrl, PROXY_USERNAME: login.username });

// proves service: proxy: end to end
test('runs a task behind the proxy and the next one without it', async () => {
  await using _worker = await fleet.startWorker({
    ...settings(),
    PROXY_PASSWORD: login.password,
  });
  const proxied = await fleet.untilEnded(await fleet.run([], { submission }));
  expect([proxied.status, proxied.error]).toEqual(['success', null]);
  const direct = await fleet.untilEnded(await fleet.run([]));
  expect([direct.status, direct.error]).toEqual(['success', null]);
});

test('fails the task clearly when the proxy refuses the login', async () => {
  await using _worker = await fleet.startWorker({ ...settings(), PROXY_PASSWORD: 'wrong' });
  const task = await fleet.untilEnded(await fleet.run([], { submission }));
  expect(task).toMatchObject({
    status: 'failed',
    error_class: 'proxy_failed',
    retry_count: 0,
    error: expect.stringContaining('the proxy refused PROXY_USERNAME and PROXY_PASSWORD'),
  });
});

test('fails the task clearly on a worker without a proxy', async () => {
  await using _worker = await fleet.startWorker();
  const task = await fleet.untilEnded(await fleet.run([], { submission }));
  expect(task).toMatchObject({
    status: 'failed',
    error_class: 'proxy_failed',
    error: expect.stringContaining('Its operator sets PROXY_URL'),
  });
});
