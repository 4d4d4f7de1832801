import { FINAL, type History, type LineOf } from '../history.ts';
import type { Violation } from '../violation.ts';

/**
 * Tries within five minutes: pauses of at least half of 1, 2, 4, 8, 16 and 32 seconds, then of 30.
 */
const TRIES = 16;
const SERVER_FAULT = /^(control-plane|postgres)/;
/** A rolling restart cuts off the senders of one replica after the other. */
const REPEATS_PER_FAULT = 2;
/** Within this time after the fault, the job of an interrupted sender retries its deliveries. */
const FAULT_ECHO_MS = 60_000;

/**
 * No callback is sent before its task has ended. It is tried at most as often as its schedule
 * allows, and again after it was accepted only if the sender may have been cut off in between.
 */
export function checkCallbackTimes(history: History): Violation[] {
  const ended = new Map(
    history
      .database('transition')
      .flatMap(({ taskId, status, at }) => (FINAL.has(status) ? [[taskId, at]] : [])),
  );
  const callbacks = history.of('callback');
  const early = callbacks.filter(({ taskId, at }) => at + 1 < (ended.get(taskId) ?? 0));
  return [
    ...early.map(({ taskId, at }) => ({
      rule: 'callback-early',
      text: `A callback of task ${taskId} arrived at ${at}; the task ended at ${ended.get(taskId)}.`,
    })),
    ...[...Map.groupBy(callbacks, ({ webhookId }) => webhookId)].flatMap(([id, tries]) =>
      findRepeated(id, tries, history),
    ),
  ];
}

function findRepeated(
  id: string,
  tries: readonly LineOf<'callback'>[],
  history: History,
): Violation[] {
  const faults = history.of('fault').filter(({ kind }) => SERVER_FAULT.test(kind));
  const takenAt = tries.find(({ answered }) => answered === 200)?.at ?? Infinity;
  const repeats = tries.filter(({ at }) => at > takenAt).length;
  const lastAt = Math.max(...tries.map(({ at }) => at));
  const excuses = faults.filter(
    (fault) => fault.at <= lastAt && fault.endedAt + FAULT_ECHO_MS >= takenAt,
  );
  const allowed = excuses.length * REPEATS_PER_FAULT;
  if (repeats <= allowed && tries.length <= TRIES + faults.length) return [];
  const text = `Callback ${id} arrived ${tries.length} times, ${repeats} of them after it was accepted; ${excuses.length} faults explain some.`;
  return [{ rule: 'callback-repeated', text }];
}
