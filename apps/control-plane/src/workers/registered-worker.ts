import type { WorkerSchemas } from '@errand/api-types';

/** Where gateways reach the screens of a worker. */
export interface WorkerScreen {
  /** host:port */
  readonly address: string;
  /** 32 bytes in base64; kept sealed. */
  readonly key: string;
}

type WorkerFeature = WorkerSchemas['WorkerFeature'];

/** What a worker reports about itself when it registers. */
export interface NewWorker {
  readonly workerId: string;
  readonly version?: string | undefined;
  /** Version of the worker protocol that the worker speaks. Default 1. */
  readonly protocol?: number | undefined;
  /** How many tasks the worker can run concurrently. */
  readonly slots?: number | undefined;
  /**
   * Labels of the accounts that the worker serves; `default` stands for accounts without one.
   * Default: the pool's labels.
   */
  readonly labels?: readonly string[] | undefined;
  /** What it can do that not every worker can. Default: none. */
  readonly features?: readonly WorkerFeature[] | undefined;
  /** Undefined: the worker shows no screens. */
  readonly screen?: WorkerScreen | undefined;
}
