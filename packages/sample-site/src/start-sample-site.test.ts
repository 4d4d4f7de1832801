import { Agent, get } from 'node:http';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { startSampleSite } from './start-sample-site.ts';

test('picks a free port and reports its address', async () => {
  await using site = await startSampleSite({ port: 0, host: '127.0.0.1' });
  expect(site.url).toBe(`http://127.0.0.1:${site.port}`);
  const answer = await fetch(`${site.url}/health`);
  expect(await answer.json()).toEqual({ status: 'ok' });
});

test('names the port that is busy', async () => {
  await using site = await startSampleSite({ port: 0, host: '127.0.0.1' });
  const second = startSampleSite({ port: site.port, host: '127.0.0.1', setting: 'SITE_PORT' });
  await expect(second).rejects.toThrow(
    `Port ${site.port} is in use by another process. Set SITE_PORT`,
  );
});

test('ends immediately despite open connections and running downloads', async () => {
  const site = await startSampleSite({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const [idle] = await once(get(`${site.url}/health`, { agent }), 'response');
  idle.resume();
  const [busy] = await once(get(`${site.url}/files/slow.txt?delay=10000`, { agent }), 'response');
  const broken = once(busy, 'error');
  const started = performance.now();
  await site[Symbol.asyncDispose]();
  expect(performance.now() - started).toBeLessThan(5_000);
  busy.resume();
  await broken;
  agent.destroy();
});
