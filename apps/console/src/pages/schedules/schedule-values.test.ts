import type { ErrandSchemas } from '@errand/client';
import { expect, test } from '@jest/globals';
import { readChanges, writeTask } from './schedule-values.ts';

const schedule = {
  name: 'Nightly',
  cron: '30 2 * * *',
  timezone: 'UTC',
  overlap: 'skip',
  catch_up: 'none',
  secret_members: [],
  task: { endpoint_name: 'orders', input_parameters: { region: ['north'] } },
} as unknown as ErrandSchemas['Schedule'];

/** What a form that was opened on the schedule sends. */
const textsWith = (changes: Readonly<Record<string, string>>) => ({
  ...writeTask(schedule.task),
  name: 'Nightly',
  cron: '30 2 * * *',
  timezone: 'UTC',
  overlap: 'skip',
  'catch-up': 'none',
  ...changes,
});

test('keeps what somebody else has changed while the form was open', () => {
  const current = { ...schedule, overlap: 'allow', cron: '0 3 * * *' } as typeof schedule;
  expect(readChanges(schedule, textsWith({ name: 'Orders' }), current)).toEqual({ name: 'Orders' });
});

test('refuses to overwrite a task that somebody else has changed', () => {
  const task = { endpoint_name: 'orders', input_parameters: { region: ['south'] } };
  const current = { ...schedule, task };
  const changed = textsWith({ others: '{"priority": 1}' });
  expect(() => readChanges(schedule, changed, current)).toThrow(/Somebody else has changed/);
  expect(readChanges(schedule, changed)).toMatchObject({ task: { priority: 1 } });
  expect(readChanges(schedule, textsWith({ name: 'Orders' }), current)).toEqual({ name: 'Orders' });
});
