import type { RunnerObserver } from '@errand/task-runner';
import { countDroppedSpans, type DropReason } from '@errand/tracing';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { SLOT_STATES, type SlotBoard } from './slot-board.ts';

export interface WorkerMetrics {
  readonly registry: Registry;
  readonly observer: RunnerObserver;
  readonly spansDropped: (reason: DropReason, count: number) => void;
}

/**
 * Creates the worker's metrics, with those of its process. No label holds a task, an account, a URL
 * or text that users choose.
 */
export function createMetrics(
  slots: Pick<SlotBoard, 'count'>,
  isDraining: () => boolean,
): WorkerMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  collectSlots(registry, slots, isDraining);
  const browserStart = new Histogram({
    name: 'errand_browser_start_seconds',
    help: 'Time from the start of a browser until a task can use it.',
    buckets: [0.25, 0.5, 1, 2, 3, 5, 10, 20, 30],
    registers,
  });
  const browsersEnded = new Counter({
    name: 'errand_browsers_ended_total',
    help: 'Browsers that ended: closed by the worker, start_failed, or an error class.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['closed', 'start_failed', 'browser_crashed']) {
    browsersEnded.inc({ reason }, 0);
  }
  const steps = new Histogram({
    name: 'errand_step_seconds',
    help: 'Duration of the steps of tasks by kind, without skipped ones.',
    labelNames: ['kind'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const runs = new Histogram({
    name: 'errand_task_run_seconds',
    help: 'Duration of one run of an automation, however it ended.',
    buckets: [1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600],
    registers,
  });
  return {
    registry,
    spansDropped: countDroppedSpans(registry),
    observer: {
      browserStarted: (milliseconds) => browserStart.observe(milliseconds / 1_000),
      browserEnded: (reason) => browsersEnded.inc({ reason }),
      stepEnded: (kind, milliseconds) => steps.observe({ kind }, milliseconds / 1_000),
      runEnded: (milliseconds) => runs.observe(milliseconds / 1_000),
    },
  };
}

function collectSlots(
  registry: Registry,
  slots: Pick<SlotBoard, 'count'>,
  isDraining: () => boolean,
): void {
  const registers = [registry];
  const states: Gauge<'state'> = new Gauge({
    name: 'errand_worker_slots',
    help: 'Slots by what they do.',
    labelNames: ['state'],
    registers,
    collect: () => {
      for (const state of SLOT_STATES) states.set({ state }, slots.count(state));
    },
  });
  const drain: Gauge = new Gauge({
    name: 'errand_worker_draining',
    help: '1 while the worker finishes its tasks and gets no more, because it is shutting down or an operator is draining it.',
    registers,
    collect: () => drain.set(isDraining() ? 1 : 0),
  });
}
