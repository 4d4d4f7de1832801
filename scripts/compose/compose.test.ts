import { expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { STORING_MS } from '../../packages/task-runner/src/artifacts/storing-time.ts';
import { SETTING_NAMES as CONTROL_PLANE } from '../../apps/control-plane/src/settings.ts';
import { SETTING_NAMES as GATEWAY } from '../../apps/stream-gateway/src/config.ts';
import { SETTING_NAMES as WORKER } from '../../apps/worker/src/config.ts';

const INFRA = join(import.meta.dirname, '../../infra');
const SETTINGS = new Map([
  ['control-plane', CONTROL_PLANE],
  ['gateway', GATEWAY],
  ['migrate', CONTROL_PLANE],
  ['worker', WORKER],
]);

const serviceSchema = z.looseObject({
  environment: z.record(z.string(), z.string()).default({}),
  networks: z.array(z.string()),
  secrets: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
});
const { services, secrets } = z
  .looseObject({
    services: z.record(z.string(), serviceSchema),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  .parse(parse(readFileSync(join(INFRA, 'compose.yaml'), 'utf8'), { merge: true }));

test.each([...SETTINGS])('passes only settings that the %s has', (name, settings) => {
  const given = Object.keys(services[name]?.environment ?? {});
  expect(given.length).toBeGreaterThan(0);
  const names = given.map((setting) => setting.replace(/_FILE$/, ''));
  expect(names.filter((setting) => !settings.includes(setting))).toEqual([]);
});

test.each([...SETTINGS.keys()])('runs the %s unprivileged, with its own secrets only', (name) => {
  const service = services[name];
  expect(service).toMatchObject({
    user: '10001:0',
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: expect.arrayContaining(['no-new-privileges:true']),
  });
  const read = Object.values(service?.environment ?? {}).filter((value) =>
    value.startsWith('/run/secrets/'),
  );
  expect(read.map((path) => path.replace('/run/secrets/', '')).toSorted()).toEqual(
    service?.secrets.toSorted(),
  );
  for (const secret of service?.secrets ?? []) expect(secrets).toHaveProperty(secret);
});

test('isolates workers from the database, lets browsers start, and waits for the drain', () => {
  const worker = services['worker'];
  expect(worker?.networks).not.toContain('data');
  expect(services['postgres']?.networks).toEqual(['data']);
  const drain = Number(worker?.environment['DRAIN_SECONDS']);
  expect(worker).toMatchObject({
    stop_grace_period: `${drain + STORING_MS / 1_000 + 30}s`,
    shm_size: '512m',
  });
  const [profile = ''] = (worker?.security_opt ?? []).filter((one) => one.startsWith('seccomp='));
  expect(existsSync(join(INFRA, profile.replace('seccomp=', '')))).toBe(true);
});
