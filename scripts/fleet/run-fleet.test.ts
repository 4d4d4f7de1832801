import { createLogger } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { parseFlags } from './flags.ts';
import { runFleet } from './run-fleet.ts';
import { podmanArguments } from './worker-process.ts';

const parse = (...args: string[]) => parseFlags(args, {}, 'test');

test('replaces a dead worker, and keeps the fleet while the control plane is down', async () => {
  const logger = createLogger({ name: 'test', level: 'error' });
  logger.silent = true;
  const options = parseFlags(['--max', '3', '--interval-seconds', '1'], {}, 'test');
  const stopping = new AbortController();
  const dying = Promise.withResolvers<number>();
  const started: string[] = [];
  let isAway = false;
  let readings = 0;
  const admin = {
    async get(path: string) {
      readings += 1;
      if (isAway) throw new Error('away');
      return path === 'demand' ? { slots_wanted: 1 } : { workers: [] };
    },
    post: async () => undefined,
    patch: async () => undefined,
  };
  const startWorker = (id: string) => {
    started.push(id);
    const { promise, resolve } = Promise.withResolvers<number>();
    const ended = started.length === 1 ? dying.promise : promise;
    return { id, startedAt: performance.now() - 60_000, ended, stop: () => resolve(0) };
  };
  const running = runFleet({ options, admin, startWorker, logger }, stopping.signal);
  await pollUntil('a worker starts', async () => started.length === 1);
  dying.resolve(1);
  await pollUntil('another worker starts', async () => started.length === 2);
  isAway = true;
  const before = readings;
  await pollUntil('it asks again', async () => readings > before);
  expect(started).toEqual(['test-1', 'test-2']);
  stopping.abort();
  await running;
});

test('names the flag and the value that it refuses', () => {
  expect(() => parse()).toThrow('--max is missing.');
  expect(() => parse('--max', 'all')).toThrow(
    '--max is "all": specify a whole number from 1 to 1000.',
  );
  expect(() => parse('--max', '2', '--min', '3')).toThrow('--min is "3"');
  expect(() => parse('--max', '2', '--name', 'a b')).toThrow('--name is "a b"');
  expect(() => parse('--max', '2', '--fast')).toThrow("'--fast'");
  const environment = { WORKER_SLOTS: '4', WORKER_LABELS: 'acme' };
  const usual = { slots: 4, labels: 'acme', min: 0, stabilisationSeconds: 300 };
  expect(parseFlags(['--max', '2'], environment, 'test')).toMatchObject(usual);
});

test('passes settings to a container by name, so that no process list shows a token', () => {
  const { image = '', ...options } = parseFlags(
    ['--max', '1', '--image', 'errand-worker', '--podman-arg=--memory=1g'],
    {},
    'test',
  );
  const args = podmanArguments('test-1', { ...options, image }, ['WORKER_TOKEN']);
  expect(args.join(' ')).toBe(
    'run --rm --name test-1 --init --stop-timeout 750 --env WORKER_TOKEN --memory=1g errand-worker',
  );
});
