import { expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { type Errand, ErrandConnectionError, type Session } from '@errand/client';
import { replayTask } from './replay-task.ts';

const { signal } = new AbortController();
const automation = { url: 'https://portal.example/', nodes: [] };

interface Wanted {
  readonly automation?: object;
  readonly ran?: object;
  readonly steps?: readonly object[];
}

/** Replays in this session, on a terminal; returns the result and the output. */
async function replayIn(methods: Partial<Session>, timeoutMs: number, given: Wanted = {}) {
  const session = { id: 'session-1', ...methods } as unknown as Session;
  const errand = () => ({ sessions: { create: async () => session } }) as unknown as Errand;
  const notes: string[] = [];
  const shown: string[] = [];
  const stdout = { write: () => undefined };
  const stderr = { isTTY: true, columns: 200, write: (text: string) => void shown.push(text) };
  const terminal = { stdin: Readable.from([]), stdout, stderr, env: {}, record: undefined, signal };
  const print = { isJson: false, note: (text: string) => void notes.push(text) };
  const task = { task_id: 'task-1', steps: given.steps ?? [] } as never;
  const opening = { automation: given.automation ?? automation } as never;
  const wanted = { task, ran: given.ran as never, opening, timeoutMs };
  const [ended] = await Promise.allSettled([replayTask({ errand, print, terminal }, wanted)]);
  return { ended, notes, shown: shown.join('') };
}

test('reports the result and says how to end a session that could not be closed', async () => {
  const { ended, notes } = await replayIn(
    {
      untilReady: async () => ({ failure: { class: 'timeout', message: 'No page.' } }) as never,
      close: () => Promise.reject(new ErrandConnectionError('portal sent no complete response.')),
    },
    60_000,
  );
  expect(ended).toMatchObject({ value: { session_id: 'session-1', passed: false } });
  expect(notes).toEqual([
    'Session session-1 may still be open, and take a slot until it ends for lack of use: portal sent no complete response. End it: errand sessions end session-1',
  ]);
});

test('says that a kept session may take the slot that a replay waits for', async () => {
  const { ended, notes, shown } = await replayIn(
    {
      untilReady: (options) =>
        new Promise((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
      close: async () => ({}) as never,
    },
    20,
  );
  expect(shown).toContain('waits for a free slot (a kept session takes one too)');
  expect(ended).toMatchObject({
    reason: { message: expect.stringContaining('A kept session takes a slot, too.') },
  });
  expect(notes).toEqual([]);
});

const sleep = (sleep_time: number) => ({ type: 'action_node', sleep_action: { sleep_time } });

test('runs every list of nodes, and separates failures from gaps in the trace', async () => {
  const old = { ...automation, nodes: [sleep(1)], post_processing_nodes: [sleep(2), sleep(3)] };
  const missed_requests = [{ method: 'POST', url: 'https://a.example/', reason: 'not_recorded' }];
  const failure = { class: 'locator_not_found', message: 'Nothing.' };
  const steps = [{ node_path: 'nodes[0]', attempt: 1, outcome: 'failed' }];
  const replayTo = async (failing: string, now: object, isMissed = true) => {
    const step = async ({ node_path }: { readonly node_path: string }) => ({
      steps: [{ node_path, kind: 'sleep', outcome: node_path === failing ? 'failed' : 'done' }],
      ...(node_path === 'nodes[0]' && isMissed && { missed_requests }),
      ...(node_path === failing && { failure }),
    });
    const methods = { untilReady: async () => ({}), step, close: async () => ({}) };
    const given = { automation: now, ran: old, steps };
    const { ended } = await replayIn(methods as never, 60_000, given);
    if (ended?.status !== 'fulfilled') throw new Error('The replay failed.');
    const { passed, steps: replayed } = ended.value;
    return { passed, outcomes: replayed.map(({ outcome }) => outcome) };
  };
  const first = 'post_processing_nodes[0]';
  const unknown = { passed: true, outcomes: ['done', 'unknown', 'unknown'] };
  expect(await replayTo(first, old)).toEqual(unknown);
  expect(await replayTo('', old)).toEqual({ passed: true, outcomes: ['done', 'done', 'done'] });
  const failed = { passed: false, outcomes: ['done', 'failed', 'not_reached'] };
  expect(await replayTo(first, old, false)).toEqual(failed);
  // The task does not have this node, so only the node itself can be to blame.
  const added = { ...old, nodes: [sleep(1), sleep(9)], post_processing_nodes: [] };
  const own = { passed: false, outcomes: ['done', 'failed'] };
  expect(await replayTo('nodes[1]', added)).toEqual(own);
  const broken = { passed: false, outcomes: ['failed', 'not_reached', 'not_reached'] };
  expect(await replayTo('nodes[0]', old)).toEqual(broken);
});

test('what follows a page that the trace does not hold is unknown, unless the task had opened it', async () => {
  const nodes = [sleep(1), sleep(2)];
  const url = 'https://a.example/orders';
  const replayAfter = async (
    outcome: string,
    { kind = 'navigation', missed = 'not_recorded', page = url } = {},
  ) => {
    const step = async ({ node_path }: { readonly node_path: string }) => ({
      steps: [{ node_path, kind: 'click', outcome: 'failed', error_message: 'No page.' }],
      missed_requests: [
        { method: 'POST', url, reason: missed },
        { method: 'POST', url: 'https://a.example/visits', reason: 'not_recorded' },
      ],
      failure: { class: kind, message: `${page} could not be loaded: net::ERR_BLOCKED_BY_CLIENT.` },
    });
    const methods = { untilReady: async () => ({}), step, close: async () => ({}) };
    const automations = { automation: { ...automation, nodes }, ran: { ...automation, nodes } };
    const steps = [{ node_path: 'nodes[0]', attempt: 1, outcome }];
    const { ended } = await replayIn(methods as never, 60_000, { ...automations, steps });
    if (ended?.status !== 'fulfilled') throw new Error('The replay failed.');
    const { passed, steps: replayed, repaired } = ended.value;
    return { passed, repaired, steps: replayed.map((one) => `${one.outcome} ${one.reason}`) };
  };
  const reason = `It opens a page that the trace does not hold: POST ${url}`;
  const lost = { passed: true, repaired: [], steps: [`unknown ${reason}`, 'unknown null'] };
  expect(await replayAfter('failed')).toEqual(lost);
  expect(await replayAfter('failed', { missed: 'body_not_kept' })).toEqual(lost);
  const broken = { passed: false, repaired: [], steps: ['failed No page.', 'not_reached null'] };
  expect(await replayAfter('done')).toEqual(broken);
  expect(await replayAfter('failed', { kind: 'locator_not_found' })).toEqual(broken);
  expect(await replayAfter('failed', { missed: 'body_differs' })).toEqual(broken);
  const other = 'https://a.example/orders/7';
  expect(await replayAfter('failed', { page: other })).toEqual(broken);
});

const click = { interaction_action: { click_element: { expect_download: true } } };
const pdf = { extraction_action: { pdf: { filename: 'a' }, output_variable_names: ['total'] } };
const typeText = (text: string) => ({ interaction_action: { input_text: { input_text: text } } });

const plainClick = { interaction_action: { click_element: { command: 'Export' } } };

/**
 * Replays nodes. The first one lacks responses to these requests, and its download if it waits for
 * one.
 */
async function replayWithoutFile(nodes: readonly object[], missed: readonly string[]) {
  const tried: string[] = [];
  const step = async ({ node_path }: { readonly node_path: string }) => {
    tried.push(node_path);
    const isFirst = node_path === 'nodes[0]';
    const isFailed = isFirst && nodes[0] === click;
    return {
      steps: [{ node_path, kind: 'click', outcome: isFailed ? 'failed' : 'done' }],
      ...(isFailed && { failure: { class: 'download_missing', message: 'No file.' } }),
      ...(isFirst && {
        missed_requests: missed.map((reason) => ({ method: 'GET', url: 'https://a/', reason })),
      }),
    };
  };
  const methods = { untilReady: async () => ({}), step, close: async () => ({}) };
  const given = { automation: { ...automation, nodes }, ran: { ...automation, nodes } };
  const { ended } = await replayIn(methods as never, 60_000, given);
  if (ended?.status !== 'fulfilled') throw new Error('The replay failed.');
  const { passed, steps, failure } = ended.value;
  return { passed, failure, tried, outcomes: steps.map(({ outcome }) => outcome) };
}

test('tries what does not depend on a download that is missing', async () => {
  const nodes = [click, pdf, typeText('next'), typeText('{total[0]}'), typeText('last')];
  expect(await replayWithoutFile(nodes, ['download_not_kept'])).toEqual({
    passed: true,
    failure: null,
    tried: ['nodes[0]', 'nodes[2]'],
    outcomes: ['unknown', 'unknown', 'done', 'unknown', 'unknown'],
  });
  const answered = ['download_not_kept', 'body_differs'];
  expect(await replayWithoutFile([click, typeText('next')], answered)).toMatchObject({
    tried: ['nodes[0]', 'nodes[1]'],
    outcomes: ['unknown', 'done'],
  });
  // The click does not wait for its file, but a later step reads it.
  const unawaited = [plainClick, typeText('next'), pdf, typeText('last')];
  expect(await replayWithoutFile(unawaited, ['download_not_kept'])).toMatchObject({
    passed: true,
    tried: ['nodes[0]', 'nodes[1]', 'nodes[3]'],
    outcomes: ['done', 'done', 'unknown', 'done'],
  });
  // The request may have been for another page.
  expect(await replayWithoutFile([click, typeText('next')], ['not_recorded'])).toMatchObject({
    tried: ['nodes[0]'],
    outcomes: ['unknown', 'unknown'],
  });
  // A click that requests nothing does not begin a download.
  expect(await replayWithoutFile([click, typeText('next')], [])).toMatchObject({
    passed: false,
    outcomes: ['failed', 'not_reached'],
  });
});
