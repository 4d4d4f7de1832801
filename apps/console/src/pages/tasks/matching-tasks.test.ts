import { expect, test } from '@jest/globals';
import type { ListedTask } from '../../api/task-list.ts';
import { matchingTasks, seenUntil } from './matching-tasks.ts';

const at = new Date('2026-03-02T09:15:00.000Z');
const created_before = at.toISOString();

test('retries what a list of failed or cancelled tasks shows, and nothing that is newer', () => {
  expect(matchingTasks({ status: 'failed', order: 'asc' }, at)).toEqual({
    retry: { statuses: ['failed'], created_before },
  });
  const filters = {
    endpoint_name: 'order',
    recording_id: '5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f',
    error_class: 'timeout',
    workspace_id: 'a7e8d9c0-1b2c-4d3e-8f4a-5b6c7d8e9f01',
    schedule_id: '7c1d9a52-0b3e-4f6a-8c2d-5b4a39281706',
    login_queue: 'f'.repeat(64),
    q: 'R-2041',
    created_after: '2026-03-01T00:00:00Z',
    completed_after: '2026-03-01T00:00:00Z',
  };
  expect(matchingTasks({ status: 'cancelled', ...filters }, at)).toEqual({
    retry: { statuses: ['cancelled'], ...filters, created_before },
  });
  const earlier = '2026-03-02T00:00:00Z';
  expect(matchingTasks({ status: 'failed', created_before: earlier }, at)).toMatchObject({
    retry: { created_before: earlier },
  });
  const later = '2026-03-09T00:00:00Z';
  expect(matchingTasks({ status: 'failed', created_before: later }, at)).toMatchObject({
    retry: { created_before },
  });
});

test('cancels what a list of open tasks shows, and nothing that is newer', () => {
  expect(matchingTasks({ status: 'open' }, at)).toEqual({
    cancel: { statuses: ['queued', 'allocated', 'running'], created_before },
  });
  const filters = {
    endpoint_name: 'order',
    recording_id: '5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f',
    workspace_id: 'a7e8d9c0-1b2c-4d3e-8f4a-5b6c7d8e9f01',
    q: 'R-2041',
    waiting_for_human: true,
    created_after: '2026-03-01T00:00:00Z',
  };
  expect(matchingTasks({ status: 'queued', ...filters }, at)).toEqual({
    cancel: { statuses: ['queued'], ...filters, created_before },
  });
});

test('covers a list up to its newest task, by the clock of the server', () => {
  const listed = { task_id: '1', status: 'queued', created_at: created_before } as ListedTask;
  const older = { ...listed, created_at: '2026-03-01T00:00:00.000Z' };
  const after = new Date('2026-03-02T09:15:00.001Z');
  expect(seenUntil({ status: 'queued' }, [listed, older])).toEqual(after);
  const start = Date.now();
  expect(seenUntil({ order: 'asc' }, [older, listed]).getTime()).toBeGreaterThanOrEqual(start);
});

test.each([
  {},
  { status: 'success' },
  { status: 'failed', waiting_for_human: false },
  { q: 'R-2041' },
  { status: 'open', sort: 'started' },
  { status: 'cancelled', sort: 'duration' },
  { status: 'queued', error_class: 'timeout' },
  { status: 'queued', completed_after: created_before },
] as const)('offers nothing for filters that the API cannot express: %j', (filters) => {
  expect(matchingTasks(filters, at)).toEqual({});
});
