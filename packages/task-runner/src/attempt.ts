import type { Logger } from '@errand/app-runtime';
import type { PrivateHandlers, RunDependencies } from '@errand/automation-engine';
import type { EgressGuard } from '@errand/egress-guard';
import type { Tracing } from '@errand/tracing';
import type { StoringTime } from './artifacts/storing-time.ts';
import type { Session } from './browser/session.ts';
import type { ControlPlaneClient, Lease } from './control-plane-client.ts';
import type { HeldLease } from './held-lease.ts';
import type { MemoryGroup } from './memory-group.ts';
import type { ModelConfig } from './models/model-settings.ts';
import type { TaskModels } from './models/task-models.ts';
import type { Recorder } from './recording/create-recorder.ts';
import type { OpenPageTrace } from './recording/trace-pages.ts';
import type { RunnerObserver } from './runner-observer.ts';
import type { Screens } from './screens/screens.ts';
import type { LogRedaction } from './secrets/log-redaction.ts';
import type { TaskSecrets } from './secrets/task-secrets.ts';
import type { TaskReporter } from './task-reporter.ts';
import type { Timings } from './timings.ts';
import type { AttemptTrace } from './trace-attempt.ts';
import type { WarmSessions } from './warm-sessions.ts';

export interface RunnerDependencies {
  readonly client: Pick<ControlPlaneClient, 'reporter'>;
  readonly warmSessions: Pick<WarmSessions, 'keep'>;
  readonly screens: Pick<Screens, 'show' | 'setControl'>;
  readonly recorder: Recorder;
  /** Records what the pages of an attempt show. */
  readonly openPageTrace: OpenPageTrace;
  readonly privateHandlers: PrivateHandlers;
  /** Makes the requests of tasks that do not go through a browser. */
  readonly egress: EgressGuard;
  /** Undefined: steps that ask a model fail. */
  readonly models?: ModelConfig | undefined;
  /**
   * Runs the scripts and shell commands of tasks; on a remote desktop the commands are typed there.
   */
  readonly scripts: Required<Pick<RunDependencies, 'powershell' | 'scripts'>>;
  readonly memory: MemoryGroup;
  /** Redacts the secrets of running tasks in the log of the whole process. */
  readonly logRedaction: LogRedaction;
  /** Whether a released task does not run again, so that its files are the last. Default: false. */
  readonly isReleaseFinal?: boolean | undefined;
  /** Default: none. */
  readonly observer?: Pick<RunnerObserver, 'stepEnded' | 'runEnded'> | undefined;
  /** See StoringTime. Default: STORING_MS. */
  readonly storingMs?: number | undefined;
  /** Records spans of attempts. Default: none. */
  readonly tracing?: Tracing | undefined;
  readonly logger: Logger;
}

/** A task and the browser that it runs in. */
export interface LeasedRun {
  readonly lease: Lease;
  readonly held: HeldLease;
  readonly session: Session;
  /** Whether this browser was left by an earlier task of the same login. */
  readonly isWarm: boolean;
}

/** One leased task on one browser, from start to report. */
export interface Attempt extends LeasedRun, Omit<RunnerDependencies, 'client' | 'models'> {
  readonly models: TaskModels;
  readonly reporter: TaskReporter;
  readonly secrets: TaskSecrets;
  readonly timings: Timings;
  readonly trace: AttemptTrace;
  /** Fires when the attempt must stop: cancelled, timed out, lease or browser lost, handed back. */
  readonly stop: AbortSignal;
  /** Fires when the worker is stopping and hands back what is still running. */
  readonly drained: AbortSignal;
  readonly storingTime: StoringTime;
}
