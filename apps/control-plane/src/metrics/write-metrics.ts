import type { Logger } from '@errand/app-runtime';
import { abortable } from '@errand/foundation';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { Database } from '../database/connect-database.ts';
import type { DemandStore } from '../demand/demand-store.ts';
import { writeInstallation } from './installation-gauges.ts';
import { readInstallation } from './read-installation.ts';
import { shareReading } from './share-reading.ts';

/** What one thread counted. */
export type CountedMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

export interface MetricsParts {
  /** What this thread counted. */
  readonly registry: Registry;
  /** What the thread that serves workers counted. */
  readonly readThread: (signal: AbortSignal) => Promise<CountedMetrics>;
  readonly demand: DemandStore;
  readonly database: Pick<Database, 'pool'>;
  readonly logger: Logger;
}

/** Several Prometheus servers, and people who reload the page, share one reading. */
const SHARED_MS = 5_000;
/** For each part. */
const PATIENCE_MS = 3_000;

/**
 * Returns a function that writes all metrics of this process and of the installation. Omits the
 * database's part, with a warning in the log, while the database does not respond. Keeps the last
 * counts of a silent thread: counters that fall look like a restart, after which Prometheus counts
 * all of them again.
 */
export function createMetricsWriter(parts: MetricsParts): () => Promise<string> {
  const readShared = shareReading(() => readInstallation(parts), SHARED_MS);
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  const tryReading = async <Reading>(
    what: string,
    read: (signal: AbortSignal) => Promise<Reading>,
  ): Promise<Reading | undefined> => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      return await abortable(read(signal), signal);
    } catch (error) {
      parts.logger.warn('metrics are incomplete', { what, error });
      return undefined;
    }
  };
  let thread: CountedMetrics | undefined;
  return async () => {
    const [answer, installation] = await Promise.all([
      tryReading('worker listener', parts.readThread),
      tryReading('installation', readShared),
    ]);
    thread = answer ?? thread;
    const own: CountedMetrics = await parts.registry.getMetricsAsJSON();
    const counted = [own, ...(thread ? [thread] : [])].map((part) => [...part]);
    const registries = [
      AggregatorRegistry.aggregate(counted),
      writeInstallation(installation),
      ofProcess,
    ];
    const texts = await Promise.all(registries.map((registry) => registry.metrics()));
    return texts.join('\n');
  };
}
