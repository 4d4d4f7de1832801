import { expect, test } from '@jest/globals';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFlags } from './flags.ts';
import { startWorker } from './worker-process.ts';

test('hands no credential of the control plane to a worker', async () => {
  await using resources = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'errand-fleet-'));
  resources.defer(() => rm(directory, { recursive: true, force: true }));
  const podman = join(directory, 'podman');
  await writeFile(podman, `#!/bin/sh\nenv > '${directory}/environment'\n`);
  await chmod(podman, 0o755);
  const environment = {
    PATH: `${directory}:${process.env['PATH']}`,
    ADMIN_TOKEN: 'kept',
    DATABASE_URL: 'kept',
    SEALING_KEYS: 'kept',
    SEALING_KEYS_FILE: 'kept',
    STREAM_SIGNING_KEYS: 'kept',
    OP_SERVICE_ACCOUNT_TOKEN: 'kept',
    WORKER_TOKEN: 'given',
    DRAIN_SECONDS: 'given',
  };
  const { image = '', ...options } = parseFlags(['--max', '1', '--image', 'a'], {}, 'test');
  const worker = startWorker('test-1', { ...options, image }, environment);

  expect(await worker.ended).toBe(0);
  const given = await readFile(join(directory, 'environment'), 'utf8');
  expect(given).not.toContain('=kept');
  expect(given).toMatch(/^WORKER_TOKEN=given$/m);
  expect(given).toMatch(/^DRAIN_SECONDS=given$/m);
});
