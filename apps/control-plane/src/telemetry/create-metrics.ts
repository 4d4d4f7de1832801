import { ERROR_CLASSES } from '@errand/api-types';
import { countDroppedSpans, type DropReason } from '@errand/tracing';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ServedRequest } from '../http/served-request.ts';
import type { Observer } from './observer.ts';

export interface Metrics {
  /** Metrics of this thread alone. */
  readonly registry: Registry;
  readonly observer: Observer;
  readonly requestServed: (request: ServedRequest) => void;
  readonly spansDropped: (reason: DropReason, count: number) => void;
}

/**
 * Creates the metrics that one thread of the control plane counts. Every label has a closed set of
 * values, or one that only operators can extend (labels of workers): clients cannot add a series.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  return {
    registry,
    observer: { ...countTasks(registry), ...countLeases(registry), ...countUpkeep(registry) },
    requestServed: countRequests(registry),
    spansDropped: countDroppedSpans(registry),
  };
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function countRequests(registry: Registry): Metrics['requestServed'] {
  const seconds = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of requests by route of the API documents. Status 499: the client disconnected.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  });
  return ({ method, route, status, milliseconds }) =>
    seconds.observe(
      {
        http_request_method: METHODS.has(method) ? method : '_OTHER',
        http_route: route,
        http_response_status_code: status,
      },
      milliseconds / 1_000,
    );
}

const KNOWN_CLASSES: ReadonlySet<string> = new Set(ERROR_CLASSES);

function countTasks(registry: Registry): Pick<Observer, 'taskSubmitted' | 'taskEnded'> {
  const registers = [registry];
  const submitted = new Counter({
    name: 'errand_tasks_submitted_total',
    help: 'Stored tasks; local: for a local inference server.',
    labelNames: ['place'],
    registers,
  });
  const ended = new Counter({
    name: 'errand_tasks_ended_total',
    help: 'Tasks by final status and, if failed, error class.',
    labelNames: ['status', 'error_class'],
    registers,
  });
  for (const place of ['fleet', 'local']) submitted.inc({ place }, 0);
  for (const status of ['success', 'failed', 'cancelled']) {
    ended.inc({ status, error_class: 'none' }, 0);
  }
  // Prometheus does not count the first value with which a series appears.
  for (const errorClass of [...KNOWN_CLASSES, 'other']) {
    ended.inc({ status: 'failed', error_class: errorClass }, 0);
  }
  return {
    taskSubmitted: (place) => submitted.inc({ place }),
    // A local inference server can report any class.
    taskEnded: (status, errorClass = 'none') => {
      const isKnown = errorClass === 'none' || KNOWN_CLASSES.has(errorClass);
      ended.inc({ status, error_class: isKnown ? errorClass : 'other' });
    },
  };
}

function countLeases(
  registry: Registry,
): Pick<Observer, 'taskClaimed' | 'leaseLost' | 'leaseReleased'> {
  const registers = [registry];
  const claims = new Counter({
    name: 'errand_claims_total',
    help: 'Tasks that workers got.',
    registers,
  });
  const waits = new Histogram({
    name: 'errand_task_schedule_to_start_seconds',
    help: 'Time from when a worker could take a task until one did, by lane.',
    labelNames: ['lane'],
    buckets: [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3_600],
    registers,
  });
  const lost = new Counter({
    name: 'errand_leases_lost_total',
    help: 'Attempts that were ended without their worker: expired or overdue.',
    labelNames: ['reason'],
    registers,
  });
  const released = new Counter({
    name: 'errand_leases_released_total',
    help: 'Tasks that went back unfinished: drain, unfit or revoked.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['expired', 'overdue']) lost.inc({ reason }, 0);
  for (const reason of ['drain', 'unfit', 'revoked']) released.inc({ reason }, 0);
  return {
    taskClaimed: ({ label, waitedSeconds }) => {
      claims.inc();
      if (label !== undefined) waits.observe({ lane: label }, waitedSeconds);
    },
    leaseLost: (reason) => lost.inc({ reason }),
    leaseReleased: (reason) => released.inc({ reason }),
  };
}

function countUpkeep(
  registry: Registry,
): Pick<Observer, 'callbackTried' | 'rowsDeleted' | 'queueChecked' | 'scheduleRun'> {
  const registers = [registry];
  const callbacks = new Histogram({
    name: 'errand_callback_delivery_seconds',
    help: 'Attempts to deliver callbacks and emails; pending: another attempt follows.',
    labelNames: ['outcome'],
    buckets: [0.05, 0.25, 1, 2.5, 5, 10],
    registers,
  });
  const deleted = new Counter({
    name: 'errand_retention_deleted_total',
    help: 'What was deleted because of its age.',
    labelNames: ['kind'],
    registers,
  });
  const schedules = new Counter({
    name: 'errand_schedule_runs_total',
    help: 'Due times of schedules; skipped: the task before was still open; missed: no process ran.',
    labelNames: ['outcome'],
    registers,
  });
  const deviations = new Gauge({
    name: 'errand_queue_deviations',
    help: "Deviations that this process's last check of the queue found; absent before the first.",
    labelNames: ['kind', 'severity'],
    registers,
  });
  for (const outcome of ['delivered', 'failed', 'pending']) callbacks.zero({ outcome });
  for (const outcome of ['submitted', 'skipped', 'refused', 'missed'])
    schedules.inc({ outcome }, 0);
  for (const kind of ['task', 'file']) deleted.inc({ kind }, 0);
  return {
    callbackTried: (outcome, seconds) => callbacks.observe({ outcome }, seconds),
    scheduleRun: (outcome) => schedules.inc({ outcome }),
    rowsDeleted: (kind, count) => deleted.inc({ kind }, count),
    queueChecked: (counts) => {
      for (const { kind, severity, count } of counts) deviations.set({ kind, severity }, count);
    },
  };
}
