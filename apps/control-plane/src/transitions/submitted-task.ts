import type { InputFileContent } from '../input-files/input-file.ts';
import type { IdempotentSubmission } from './idempotency-key.ts';

export interface SubmittedTask {
  readonly endpointName: string;
  /** What an agent is to reach on the recording's start page, in place of the recording's steps. */
  readonly goal?: string | undefined;
  readonly inputParameters: Readonly<Record<string, readonly string[]>>;
  /** Keys of `inputParameters` whose values identify the login. Default none: the task waits for nobody. */
  readonly uniqueParameterNames?: readonly string[] | undefined;
  readonly secureParameters?: Readonly<Record<string, unknown>> | undefined;
  readonly rdpParameter?: unknown;
  /** Files that come with it. Default none. */
  readonly inputFiles?: readonly InputFileContent[] | undefined;
  /** Minutes of one attempt. Default 10. */
  readonly maxTimeoutInMinutes?: number | undefined;
  readonly useProxy?: boolean | undefined;
  readonly isDedicated?: boolean | undefined;
  readonly taskCallbackUrl?: string | undefined;
  readonly taskCallbackApiKey?: string | undefined;
  /** How many tasks of the portal may run at once. Default: what was set before, none at first. */
  readonly maxParallelism?: number | undefined;
  /** Default 1. The newest value other than 1 holds for the login queue until that is idle. */
  readonly perLoginParallelism?: number | undefined;
  /** Smaller first; null runs last. */
  readonly priority?: number | null | undefined;
  /** The task that this one does again. */
  readonly retryOf?: string | undefined;
  /** Makes the submission one that may come again. Default none: each one is a new task. */
  readonly idempotency?: IdempotentSubmission | undefined;
}
