import { parseSettings } from '@errand/app-runtime';
import {
  checkPrices,
  readProxy,
  readRunnerConfig,
  runnerSettings,
} from '@errand/task-runner/settings';
import { collectorOf, readTracingConfig, tracingSettings } from '@errand/tracing/settings';
import { hostname } from 'node:os';
import { z } from 'zod';
/** Maximum the control plane accepts. */
const MAX_LABELS = 20;
const USUAL_REUSE = { tasks: 50, memoryMib: 1_024 };

/** Settings of workers that belong to an installation. */
const workerSettings = {
  /** Registration token: of its pool, or from the control plane's own setting. */
  WORKER_TOKEN: z.string().min(16),
  /**
   * Unique name of this worker in the control plane's records. Default: host name and process id.
   */
  WORKER_ID: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,100}$/)
    .optional(),
  /**
   * Maximum number of idle browsers kept for the next dedicated task of their login; they do not
   * take slots. 0 keeps none. Default: the number of slots.
   */
  WARM_SESSIONS: z.coerce.number().int().min(0).max(64).optional(),
  /**
   * `process`: each task has its own browser process. `context`: consecutive tasks of one account
   * on a slot share the process, each in its own browser context.
   */
  BROWSER_ISOLATION: z.enum(['process', 'context']).default('process'),
  /** Only with context: tasks after which a browser ends. Default: 50. */
  BROWSER_REUSE_TASKS: z.coerce.number().int().min(1).max(10_000).optional(),
  /**
   * Only with context: memory of an idle browser's processes above which it ends, in MiB. Never
   * more than half of SESSION_MEMORY_MIB. Default: 1024.
   */
  BROWSER_REUSE_MEMORY_MIB: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /**
   * Labels of the accounts whose tasks it takes; `default` means accounts without a label. Default:
   * the labels of its pool.
   */
  WORKER_LABELS: z.string().default('').transform(readLabels),
  /** Address and port on which gateways reach screens; port 0 picks a free one. */
  SCREEN_HOST: z.string().min(1).default('127.0.0.1'),
  SCREEN_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Public `host:port` of SCREEN_PORT for gateways. Default: SCREEN_HOST and the actual port. */
  SCREEN_ADDRESS: z
    .string()
    .regex(/^([\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5}$/, 'Write host:port, or [address]:port for IPv6.')
    .optional(),
  /** Tasks after which the worker drains and exits with 0; 0 is unlimited. */
  WORKER_MAX_TASKS: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  /**
   * Time without a task after which the worker exits with 0, in seconds, or with 1 if no browser
   * has started; 0 waits forever.
   */
  WORKER_IDLE_EXIT_SECONDS: z.coerce.number().min(0).max(86_400).default(0),
  /**
   * Port for health checks and metrics, plain HTTP without credentials; 0 opens none. Kubelets and
   * Prometheus connect from other machines, so it listens on all IPv4 addresses by default.
   */
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  HEALTH_HOST: z.string().min(1).default('0.0.0.0'),
  /** Whether a worker is ready only if it can sandbox scripts. */
  READY_NEEDS_SCRIPTS: z
    .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
    .default(false),
};

const settings = z.object({ ...runnerSettings, ...workerSettings, ...tracingSettings });
/** Names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape);

/** Validates all settings together, so a bad deployment fails at startup with the full list. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const { parsed, proxy } = parseSettings(settingsWithProxy, environment);
  const shared = readRunnerConfig({ parsed, proxy }, environment);
  const { closedAddresses } = shared.network;
  const ownScreens = parsed.SCREEN_ADDRESS === undefined ? [] : [parsed.SCREEN_ADDRESS];
  const tracing = readTracingConfig(parsed);
  return {
    ...shared,
    network: {
      ...shared.network,
      closedAddresses: [...closedAddresses, ...ownScreens, ...collectorOf(tracing)],
    },
    tracing,
    controlPlane: { url: parsed.CONTROL_PLANE_URL, token: parsed.WORKER_TOKEN },
    workerId:
      parsed.WORKER_ID ?? `${hostname().replaceAll(/[^A-Za-z0-9._-]/g, '-')}-${process.pid}`,
    labels: parsed.WORKER_LABELS,
    features: featuresOf(shared),
    warmSessions: parsed.WARM_SESSIONS ?? parsed.WORKER_SLOTS,
    reuse: readReuse(parsed),
    screens: {
      host: parsed.SCREEN_HOST,
      port: parsed.SCREEN_PORT,
      address: parsed.SCREEN_ADDRESS,
    },
    workLimit: {
      maxTasks: parsed.WORKER_MAX_TASKS || undefined,
      idleExitMs: parsed.WORKER_IDLE_EXIT_SECONDS * 1_000 || undefined,
    },
    health: {
      host: parsed.HEALTH_HOST,
      port: parsed.HEALTH_PORT,
      needsScripts: parsed.READY_NEEDS_SCRIPTS,
    },
  };
}

type RunnerConfig = ReturnType<typeof readRunnerConfig>;

function featuresOf({ models, recording }: Pick<RunnerConfig, 'models' | 'recording'>) {
  const features: ('models' | 'recording')[] = [];
  if (models) features.push('models');
  if (recording.isOn) features.push('recording');
  return features;
}

const settingsWithProxy = settings
  .superRefine(checkPrices)
  .superRefine(checkReuse)
  .transform(readProxy);

type ReuseSettings = Pick<
  z.output<typeof settings>,
  'BROWSER_ISOLATION' | 'BROWSER_REUSE_MEMORY_MIB' | 'BROWSER_REUSE_TASKS' | 'SESSION_MEMORY_MIB'
>;

/** Refuses settings that would have no effect without reuse. */
function checkReuse(parsed: ReuseSettings, context: z.RefinementCtx): void {
  if (parsed.BROWSER_ISOLATION === 'context') return;
  for (const name of ['BROWSER_REUSE_TASKS', 'BROWSER_REUSE_MEMORY_MIB'] as const) {
    const value = parsed[name];
    if (value === undefined) continue;
    const message = `is ${value}, but has an effect only with BROWSER_ISOLATION=context: set that too, or leave ${name} empty.`;
    context.addIssue({ code: 'custom', path: [name], message });
  }
}

/** Undefined: no browser serves a second task. */
function readReuse(parsed: ReuseSettings) {
  if (parsed.BROWSER_ISOLATION === 'process') return undefined;
  // A task must not exceed its limit because of memory that an earlier one left in use.
  const most = parsed.SESSION_MEMORY_MIB === 0 ? Infinity : parsed.SESSION_MEMORY_MIB / 2;
  return {
    maxTasks: parsed.BROWSER_REUSE_TASKS ?? USUAL_REUSE.tasks,
    maxMemoryBytes:
      Math.min(parsed.BROWSER_REUSE_MEMORY_MIB ?? USUAL_REUSE.memoryMib, most) * 1024 ** 2,
  };
}

function readLabels(text: string, context: z.RefinementCtx): readonly string[] {
  const labels = [...new Set(text.split(',').map((label) => label.trim()))].filter(Boolean);
  const wrong = labels.find((label) => !/^[A-Za-z0-9_-]{1,40}$/.test(label));
  if (wrong === undefined && labels.length <= MAX_LABELS) return labels;
  const message =
    wrong === undefined
      ? `${labels.length} labels are too many: ${MAX_LABELS} at most.`
      : `"${wrong}" is not a label: write up to 40 letters, digits, "_" and "-", and commas between labels.`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
