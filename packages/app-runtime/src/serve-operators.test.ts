import { expect, test } from '@jest/globals';
import { createLogger, listen, serveOperators } from './index.ts';

const address = { port: 0, host: '127.0.0.1', setting: 'PORT' };
const logger = createLogger({ name: 'test', level: 'error' });
const elsewhere = 'Only health checks are served here.';

test('serves its pages, never from a cache, and explains every other path', async () => {
  let isHealthy = true;
  const pages = serveOperators({
    live: () => ({ isHealthy: true, body: { status: 'live' } }),
    ready: async () => ({ isHealthy, body: { reasons: isHealthy ? [] : ['No.'] } }),
    elsewhere,
    logger,
  });
  await using server = await listen(pages, address);
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(server.url + path, { method });
    expect(response.headers.get('cache-control')).toBe('no-store');
    return [response.status, await response.json()];
  };
  expect(await get('/health/live?x=1')).toEqual([200, { status: 'live' }]);
  expect(await get('/health/ready')).toEqual([200, { reasons: [] }]);
  isHealthy = false;
  expect(await get('/health/ready')).toEqual([503, { reasons: ['No.'] }]);
  expect(await get('/metrics')).toEqual([404, { detail: elsewhere }]);
  expect(await get('/')).toEqual([404, { detail: elsewhere }]);
  const refused = [405, { detail: 'Only GET and HEAD are served here.' }];
  expect(await get('/health/live', 'POST')).toEqual(refused);
});

test('serves metrics in Prometheus format', async () => {
  const metrics = {
    contentType: 'text/plain; version=0.0.4',
    async metrics() {
      return `# ${this.contentType}\n`;
    },
  };
  await using server = await listen(serveOperators({ metrics, elsewhere, logger }), address);
  const response = await fetch(`${server.url}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4');
  expect(await response.text()).toBe('# text/plain; version=0.0.4\n');
  expect((await fetch(`${server.url}/health/live`)).status).toBe(404);
});

test('survives a page that throws, and logs the error', async () => {
  const logged: unknown[] = [];
  const pages = serveOperators({
    live: () => Promise.reject(new Error('no clock')),
    elsewhere,
    logger: {
      error: (message: string, more: object) => logged.push({ message, ...more }),
    } as never,
  });
  await using server = await listen(pages, address);
  expect((await fetch(`${server.url}/health/live`)).status).toBe(500);
  expect(logged).toMatchObject([
    { message: 'page for operators is broken', error: { message: 'no clock' } },
  ]);
});
