import { expect, test } from '@jest/globals';
import {
  canContain,
  changeTask,
  joinHead,
  type ListedTask,
  putTask,
  type TaskPage,
  type TaskPages,
} from './task-list.ts';

const at = '2026-03-02T09:15:00.000Z';
const recording = '5d2c7a34-8e41-4b0f-9c77-1f2b3a4d5e6f';

function task(id: string): ListedTask {
  return {
    task_id: id,
    status: 'queued',
    created_at: at,
    allocated_at: null,
    started_at: null,
    completed_at: null,
    error: null,
    error_class: null,
    error_node_path: null,
    http_status: null,
    endpoint_name: 'order',
    recording_id: recording,
    priority: null,
    retry_count: 0,
    cancel_requested: false,
    waiting_for_human: null,
    input_parameters: {},
  };
}

function page(ids: string, cursor: string | null = null): TaskPage {
  return {
    success: true,
    tasks: ids.split('').map(task),
    next_cursor: cursor,
    total_estimate: ids.length,
    total_is_exact: true,
  };
}

const pagesOf = (...pages: TaskPage[]): TaskPages => ({ pages, pageParams: [undefined] });
const idsOf = (pages: TaskPages | undefined) =>
  pages?.pages.map(({ tasks }) => tasks.map(({ task_id: id }) => id).join(''));

test('an event changes its task in every list that contains it, and nothing else', () => {
  const pages = pagesOf(page('ab', 'next'), page('cd'));
  const event = { recording_id: recording, endpoint_name: 'order', attempt: 1, at } as const;
  const changed = changeTask(pages, {
    ...event,
    task_id: 'c',
    status: 'failed',
    error_class: 'timeout',
  });
  expect(changed.pages[1]?.tasks[0]).toMatchObject({
    status: 'failed',
    error_class: 'timeout',
    completed_at: at,
  });
  expect(changed.pages[0]).toBe(pages.pages[0]);
  const unknown = { ...event, task_id: 'x', status: 'running', error_class: null } as const;
  expect(changeTask(pages, unknown)).toBe(pages);
});

test('inserts each new task once, before the known ones', () => {
  const pages = pagesOf(page('cd', 'next'), page('ef'));
  expect(idsOf(joinHead(pages, page('abc', 'other')))).toEqual(['abcd', 'ef']);
  expect(idsOf(joinHead(pages, page('cd', 'next')))).toEqual(['cd', 'ef']);
});

test('requires a full reload when more tasks are new than fit on a page', () => {
  const pages = pagesOf(page('cd', 'next'));
  expect(joinHead(pages, page('ab', 'other'))).toBeUndefined();
  expect(idsOf(joinHead(pages, page('ab')))).toEqual(['abcd']);
});

test('keeps the new order of the first page, with each task once', () => {
  const pages = pagesOf(page('abc', 'next'), page('de'));
  expect(idsOf(joinHead(pages, page('da', 'next')))).toEqual(['dabc', 'e']);
});

const of = (id: string, minute: number): ListedTask => ({
  ...task(id),
  created_at: `2026-03-02T09:${minute}:00.000Z`,
});

test('replaces a known task, inserts a new one by its time, or omits it for now', () => {
  const first = { ...page('', 'next'), tasks: [of('a', 50), of('c', 30)] };
  const open = pagesOf(first, { ...page('', 'next'), tasks: [of('e', 20)] });
  expect(idsOf(putTask(open, of('b', 40)))).toEqual(['abc', 'e']);
  expect(idsOf(putTask(open, of('d', 25)))).toEqual(['ac', 'de']);
  expect(idsOf(putTask(open, of('f', 10)))).toEqual(['ac', 'e']);
  const whole = pagesOf(first, { ...page(''), tasks: [of('e', 20)] });
  expect(idsOf(putTask(whole, of('f', 10)))).toEqual(['ac', 'ef']);
  const failed = putTask(open, { ...of('e', 20), status: 'failed' });
  expect(failed.pages[1]?.tasks).toEqual([{ ...of('e', 20), status: 'failed' }]);
});

test('a list contains only tasks whose event matches its filters', () => {
  const event = {
    task_id: 'a',
    recording_id: recording,
    endpoint_name: 'order',
    attempt: 1,
    status: 'failed',
    error_class: 'timeout',
    at,
  } as const;
  expect(canContain({}, event)).toBe(true);
  expect(canContain({ status: ['failed'], endpoint_name: 'order' }, event)).toBe(true);
  expect(canContain({ status: ['queued', 'running'] }, event)).toBe(false);
  expect(canContain({ error_class: 'locator_not_found' }, event)).toBe(false);
  expect(canContain({ endpoint_name: 'invoice' }, event)).toBe(false);
});
