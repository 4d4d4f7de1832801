import { expect, test } from '@jest/globals';
import { listen, PortInUseError } from './index.ts';

const options = { port: 0, host: '127.0.0.1', setting: 'PORT' };

test('responds at its url until it is disposed', async () => {
  const server = await listen((_request, response) => response.end('here'), options);
  expect(await (await fetch(server.url)).text()).toBe('here');
  await server[Symbol.asyncDispose]();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
});

test('keeps an idle connection for longer than proxies do', async () => {
  await using server = await listen((_request, response) => response.end(), options);
  const { headers } = await fetch(server.url);
  const seconds = Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1]);
  expect(seconds).toBeGreaterThan(60);
});

test('names the setting of a busy port', async () => {
  await using first = await listen((_request, response) => response.end(), options);
  const second = listen(() => undefined, { ...options, port: first.port });
  await expect(second).rejects.toThrow(PortInUseError);
  await expect(second).rejects.toThrow(`Port ${first.port} is in use by another process. Set PORT`);
});

test('makes a client with a pending request open another connection for its next one', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const server = await listen((_request, response) => {
    asked.resolve();
    void answered.promise.then(() => response.end('late'));
  }, options);
  const answer = fetch(server.url);
  await asked.promise;
  const closed = server[Symbol.asyncDispose]();
  answered.resolve();
  const { headers } = await answer;
  expect(headers.get('connection')).toBe('close');
  await closed;
});
