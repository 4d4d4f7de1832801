import { expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { type Errand, ErrandConnectionError, type Session } from '@errand/client';
import { replayTask } from './replay-task.ts';

const { signal } = new AbortController();
const automation = { url: 'https://portal.example/', nodes: [] };

/** Replays in this session, on a terminal; returns what happened and what was shown. */
async function replayIn(methods: Partial<Session>, timeoutMs: number) {
  const session = { id: 'session-1', ...methods } as unknown as Session;
  const errand = () => ({ sessions: { create: async () => session } }) as unknown as Errand;
  const notes: string[] = [];
  const shown: string[] = [];
  const stdout = { write: () => undefined };
  const stderr = { isTTY: true, columns: 200, write: (text: string) => void shown.push(text) };
  const terminal = { stdin: Readable.from([]), stdout, stderr, env: {}, record: undefined, signal };
  const print = { note: (text: string) => void notes.push(text) };
  const task = { task_id: 'task-1', steps: [] } as never;
  const wanted = { task, ran: undefined, opening: { automation } as never, timeoutMs };
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
    'Session session-1 may still be open, and take a slot until it ends for lack of use: portal sent no complete response. Close it with DELETE /api/v1/sessions/session-1.',
  ]);
});

test('says that a kept session takes the slot that it may be waiting for', async () => {
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
