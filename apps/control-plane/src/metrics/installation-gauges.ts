import { Gauge, Registry } from 'prom-client';
import type { InstallationReading } from './read-installation.ts';

type Values = readonly (readonly [Readonly<Record<string, string>>, number])[];

/** A gauge of the whole installation: every replica shows the same, so take `max`, never `sum`. */
interface InstallationGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly values: (reading: InstallationReading) => Values;
}

const GAUGES: readonly InstallationGauge[] = [
  {
    name: 'errand_queue_claimable',
    help: 'Waiting tasks that a worker could start now, by lane; counted up to 2000.',
    labels: ['lane'],
    values: ofLanes(({ claimable }) => claimable),
  },
  {
    name: 'errand_queue_tasks',
    help: 'Other waiting tasks, by lane and what they wait for.',
    labels: ['lane', 'reason'],
    values: ({ lanes }) =>
      [...lanes].flatMap(([lane, { waiting }]) =>
        Object.entries(waiting).map(
          ([reason, count]) => [{ lane, reason }, Number(count)] as const,
        ),
      ),
  },
  {
    name: 'errand_queue_busy',
    help: 'Tasks that workers hold, by lane.',
    labels: ['lane'],
    values: ofLanes(({ busy }) => busy),
  },
  {
    name: 'errand_queue_oldest_claimable_seconds',
    help: 'How long the oldest claimable task has waited for a worker, by lane.',
    labels: ['lane'],
    values: ofLanes(({ oldestClaimableSeconds }) => oldestClaimableSeconds),
  },
  {
    name: 'errand_callbacks_pending',
    help: 'Callbacks and emails that are not delivered yet.',
    labels: [],
    values: ({ callbacksPending }) => [[{}, callbacksPending]],
  },
  {
    name: 'errand_callbacks_oldest_pending_seconds',
    help: 'Age of the oldest one.',
    labels: [],
    values: ({ oldestCallbackSeconds }) => [[{}, oldestCallbackSeconds]],
  },
  {
    name: 'errand_storage_bytes',
    help: 'Bytes of all accounts, as counted against their limits: stored, or uploading; and of the database.',
    labels: ['kind'],
    values: ({ storedBytes, uploadingBytes, databaseBytes }) => [
      [{ kind: 'stored' }, storedBytes],
      [{ kind: 'uploading' }, uploadingBytes],
      [{ kind: 'database' }, databaseBytes],
    ],
  },
  {
    name: 'errand_storage_undeletable',
    help: 'Deleted tasks and abandoned uploads whose files the store has not deleted yet.',
    labels: [],
    values: ({ undeletable }) => [[{}, undeletable]],
  },
  {
    name: 'errand_workers',
    help: 'Workers that were seen within the last minute.',
    labels: [],
    values: ({ workers }) => [[{}, workers]],
  },
  {
    name: 'errand_workers_slots',
    help: 'Slots of these workers.',
    labels: [],
    values: ({ slots }) => [[{}, slots]],
  },
];

/**
 * A registry with the gauges of the reading. Without a reading, it contains only
 * `errand_installation_up` with the value 0, so that old figures never look current.
 */
export function writeInstallation(reading: InstallationReading | undefined): Registry {
  const registry = new Registry();
  const registers = [registry];
  const up = new Gauge({
    name: 'errand_installation_up',
    help: 'Whether the figures of the whole installation could be read from the database.',
    registers,
  });
  up.set(reading ? 1 : 0);
  if (!reading) return registry;
  for (const { name, help, labels, values } of GAUGES) {
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers });
    for (const [label, value] of values(reading)) gauge.set({ ...label }, value);
  }
  return registry;
}

function ofLanes(
  read: (
    demand: InstallationReading['lanes'] extends ReadonlyMap<string, infer D> ? D : never,
  ) => number,
): InstallationGauge['values'] {
  return ({ lanes }) => [...lanes].map(([lane, demand]) => [{ lane }, read(demand)] as const);
}
