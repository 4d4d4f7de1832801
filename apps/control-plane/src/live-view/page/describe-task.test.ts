import { expect, test } from '@jest/globals';
import { describeTask } from './describe-task.ts';

const running = {
  status: 'running',
  error: null,
  error_class: null,
  cancel_requested: false,
  waiting_for_human: null,
  retry_count: 0,
} as const;

const wait = {
  message: '1 task is already running for the same login.',
  position: 2,
  position_is_lower_bound: false,
  estimated_seconds: 14,
};

test.each([
  [{ status: 'queued' }, 'queued', 'Waiting in the queue', ''],
  [{ status: 'allocated' }, 'starting', 'Starting', 'A worker is opening the browser.'],
  [{}, 'running', 'Running', ''],
  [{ retry_count: 1 }, 'running', 'Running', 'Attempt 2.'],
  [{ cancel_requested: true }, 'running', 'Being cancelled', ''],
  [{ status: 'success' }, 'ended', 'Ended: success', ''],
  [{ status: 'cancelled' }, 'ended', 'Ended: cancelled', ''],
  [
    { status: 'failed', error: 'There is no button.', error_class: 'element_not_found' },
    'ended',
    'Ended: failed',
    'There is no button.',
    'element_not_found',
  ],
] as const)('describes %o in words', (change, ...words) => {
  const { phase, headline, detail, errorClass } = describeTask({ ...running, ...change });
  const all = [phase, headline, detail, errorClass];
  expect(all.filter((word) => word !== undefined)).toEqual(words);
});

test.each([
  [{}, `${wait.message} Place in the queue: 2. About 14 s to go.`],
  [
    { position: 10_001, position_is_lower_bound: true, estimated_seconds: null },
    `${wait.message} Place in the queue: 10001 or later.`,
  ],
  [{ position: null, estimated_seconds: null }, wait.message],
])('explains why a task waits: %o', (change, detail) => {
  expect(describeTask({ ...running, status: 'queued' }, { ...wait, ...change }).detail).toBe(
    detail,
  );
});

test('explains why a task waits for a person', () => {
  const until = '2026-03-02T09:20:00.000Z';
  const waiting_for_human = {
    since: '2026-03-02T09:15:00.000Z',
    until,
    node_path: 'nodes[2]',
    page_url: 'https://portal.example.com/captcha',
  };
  const { phase, detail } = describeTask({ ...running, waiting_for_human });
  expect(phase).toBe('waiting');
  expect(detail).toContain('https://portal.example.com/captcha');
  expect(detail).toContain(new Date(until).toLocaleTimeString());
});
