import type { Health } from '@errand/app-runtime';
import { ProtocolMismatchError } from '@errand/task-runner';
import type { BrowserSandbox } from './browser-sandbox.ts';
import type { OperatorDrain } from './operator-drain.ts';
import type { SlotBoard } from './slot-board.ts';

/** How long the slots may be without a browser while the worker still counts as ready. */
const BROWSER_PATIENCE_MS = 60_000;
/** An idle worker hears nothing while the control plane holds its claim open: 20 seconds. */
const SHORTEST_SILENCE_MS = 60_000;

interface HealthDependencies {
  readonly slots: Pick<SlotBoard, 'lastReadyAt'>;
  readonly browserSandbox: Pick<BrowserSandbox, 'state' | 'problem'>;
  /** The reason is a ProtocolMismatchError if the worker is draining because of one. */
  readonly draining: AbortSignal;
  readonly operatorDrain: Pick<OperatorDrain, 'isDraining'>;
  /** Worker id, for the command that ends a drain. */
  readonly workerId: string;
  readonly scriptSandbox: ScriptSandbox;
  /** How long a silent control plane is tolerated; at least a minute. */
  readonly outageMs: number;
  /** The `performance` clock. */
  readonly now?: () => number;
}

export interface ScriptSandbox {
  /** Why scripts fail. Undefined: they run. */
  readonly problem: string | undefined;
  /** What the sandbox lacks, in sentences. */
  readonly leftOut: readonly string[];
  /** Whether a worker is ready only with a working sandbox. */
  readonly isRequired: boolean;
}

export interface WorkerHealth {
  /** Call whenever the control plane has responded or has reported an outage of its database. */
  readonly onAnswer: () => void;
  /** Whether the control plane has been heard from. */
  readonly live: () => Health;
  /** Whether the worker can take tasks. */
  readonly ready: () => Health;
}

/** State of one check. */
interface Check {
  readonly state: 'ok' | 'reduced' | 'off' | 'unknown' | 'unavailable';
  /** Whether the health check passes anyway. Default: unless it is unknown or unavailable. */
  readonly isTolerated?: boolean;
  /** What is wrong, and what to do. */
  readonly reasons?: readonly string[];
}

const FAILURES: ReadonlySet<Check['state']> = new Set(['unknown', 'unavailable']);

/** Decides what the health checks of a worker return. */
export function createWorkerHealth(dependencies: HealthDependencies): WorkerHealth {
  const { now = () => performance.now(), outageMs } = dependencies;
  const patienceMs = Math.max(outageMs, SHORTEST_SILENCE_MS);
  let answeredAt = now();
  return {
    onAnswer() {
      answeredAt = now();
    },
    live: () => {
      const controlPlane = checkControlPlane(now() - answeredAt, patienceMs);
      return describe('live', { control_plane: controlPlane });
    },
    ready: () =>
      describe('ready', {
        worker: checkDraining(dependencies),
        browser: checkBrowser(dependencies.slots.lastReadyAt(), now()),
        browser_sandbox: checkSandbox(dependencies.browserSandbox),
        script_sandbox: checkScripts(dependencies.scriptSandbox),
      }),
  };
}

function describe(status: string, checks: Readonly<Record<string, Check>>): Health {
  const entries = Object.entries(checks);
  const isHealthy = entries.every(
    ([, { state, isTolerated = !FAILURES.has(state) }]) => isTolerated,
  );
  const reasons = entries.flatMap(([, check]) => check.reasons ?? []);
  return {
    isHealthy,
    body: {
      status: isHealthy ? status : 'unavailable',
      checks: Object.fromEntries(entries.map(([name, { state }]) => [name, state])),
      reasons,
    },
  };
}

function checkControlPlane(silenceMs: number, patienceMs: number): Check {
  if (silenceMs <= patienceMs) return { state: 'ok' };
  const seconds = `${Math.floor(silenceMs / 1_000)} s`;
  const reason = `The control plane has not responded for ${seconds} (OUTAGE_SECONDS, at least 60).`;
  return unavailable(reason);
}

function checkDraining({
  draining: { aborted: isEnding, reason },
  operatorDrain,
  workerId,
}: Pick<HealthDependencies, 'draining' | 'operatorDrain' | 'workerId'>): Check {
  if (!isEnding && !operatorDrain.isDraining()) return { state: 'ok' };
  if (!isEnding) {
    return unavailable(
      `An operator is draining this worker: it gets no tasks until \`errand admin workers resume ${workerId} --reason TEXT\`.`,
    );
  }
  if (reason instanceof ProtocolMismatchError) return unavailable(reason.message);
  return unavailable('The worker is draining: it claims no more tasks.');
}

function checkBrowser(lastReadyAt: number | undefined, now: number): Check {
  if (lastReadyAt === undefined) return unavailable('No browser has started yet.');
  if (now - lastReadyAt <= BROWSER_PATIENCE_MS) return { state: 'ok' };
  const seconds = Math.floor((now - lastReadyAt) / 1_000);
  const reason = `No slot has had a browser for ${seconds} s: the log says why it does not start.`;
  return unavailable(reason);
}

function checkSandbox({ state, problem }: Pick<BrowserSandbox, 'state' | 'problem'>): Check {
  const reason = problem();
  return reason === undefined ? { state: state() ?? 'unknown' } : unavailable(reason);
}

function checkScripts({ problem, leftOut, isRequired }: ScriptSandbox): Check {
  if (problem === undefined) {
    return { state: leftOut.length === 0 ? 'ok' : 'reduced', reasons: leftOut };
  }
  const reason = `Scripts have no sandbox: ${problem}. Install bubblewrap and allow user namespaces.`;
  return { ...unavailable(reason), isTolerated: !isRequired };
}

function unavailable(reason: string): Check {
  return { state: 'unavailable', reasons: [reason] };
}
