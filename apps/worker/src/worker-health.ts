import type { Health } from '@errand/app-runtime';
import type { BrowserSandbox } from './browser-sandbox.ts';
import type { SlotBoard } from './slot-board.ts';

/** How long the slots may be without a browser while the worker still counts as ready. */
const BROWSER_PATIENCE_MS = 60_000;
/** The control plane holds a claim open for 20 seconds, so an idle worker hears nothing for that long. */
const SHORTEST_SILENCE_MS = 60_000;

interface HealthDependencies {
  readonly slots: Pick<SlotBoard, 'lastReadyAt'>;
  readonly browserSandbox: Pick<BrowserSandbox, 'state' | 'problem'>;
  readonly draining: AbortSignal;
  /** How long a silent control plane is tolerated; at least a minute. */
  readonly outageMs: number;
  /** The `performance` clock. */
  readonly now?: () => number;
}

export interface WorkerHealth {
  /** Call it whenever the control plane has answered or has reported an outage of its database. */
  readonly onAnswer: () => void;
  /** Whether the control plane has been heard from. */
  readonly live: () => Health;
  /** Whether the worker can take tasks. */
  readonly ready: () => Health;
}

/** State of one check. */
interface Check {
  /** `unknown` and `unavailable` fail the health check. */
  readonly state: 'ok' | 'off' | 'unknown' | 'unavailable';
  /** What is wrong, and what to do. */
  readonly reason?: string;
}

/** Decides what the health checks of a worker answer. */
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
        worker: checkDraining(dependencies.draining),
        browser: checkBrowser(dependencies.slots.lastReadyAt(), now()),
        browser_sandbox: checkSandbox(dependencies.browserSandbox),
      }),
  };
}

function describe(status: string, checks: Readonly<Record<string, Check>>): Health {
  const entries = Object.entries(checks);
  const isHealthy = entries.every(([, { state }]) => state === 'ok' || state === 'off');
  const reasons = entries.flatMap(([, { reason }]) => reason ?? []);
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
  const reason = `The control plane has not answered for ${seconds} (OUTAGE_SECONDS, at least 60).`;
  return { state: 'unavailable', reason };
}

function checkDraining(draining: AbortSignal): Check {
  if (!draining.aborted) return { state: 'ok' };
  return { state: 'unavailable', reason: 'The worker is draining: it claims no more tasks.' };
}

function checkBrowser(lastReadyAt: number | undefined, now: number): Check {
  if (lastReadyAt === undefined) {
    return { state: 'unavailable', reason: 'No browser has started yet.' };
  }
  const seconds = Math.floor((now - lastReadyAt) / 1_000);
  if (now - lastReadyAt <= BROWSER_PATIENCE_MS) return { state: 'ok' };
  const reason = `No slot has had a browser for ${seconds} s: the log says why it does not start.`;
  return { state: 'unavailable', reason };
}

function checkSandbox({ state, problem }: Pick<BrowserSandbox, 'state' | 'problem'>): Check {
  const reason = problem();
  return { state: state() ?? 'unknown', ...(reason !== undefined && { reason }) };
}
