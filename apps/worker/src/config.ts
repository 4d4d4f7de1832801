import { parseSettings } from '@errand/app-runtime';
import { hostname } from 'node:os';
import { z } from 'zod';
import { networkSettings, readNetworkConfig } from './browser/network-settings.ts';
import { proxySettings, readProxyConfig } from './proxy/proxy-settings.ts';
import { checkPrices, modelSettings, readModelConfig } from './models/model-settings.ts';
import { rdpSettings, readRdpConfig } from './remote-desktop/rdp-settings.ts';
import { readScriptConfig, scriptSettings } from './scripts/script-settings.ts';

/** What the control plane takes. */
const MAX_LABELS = 20;

/** Settings of workers of an installation. */
const workerSettings = {
  /** What it registers with: the token of its pool, or the one of the control plane's own setting. */
  WORKER_TOKEN: z.string().min(16),
  /** Name of this worker in the control plane's records; has to be unique. Default: host name and process id. */
  WORKER_ID: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,100}$/)
    .optional(),
  /** Idle browsers that wait for the next dedicated task of their login; they take no slot. 0 keeps none. Default: as many as slots. */
  WARM_SESSIONS: z.coerce.number().int().min(0).max(64).optional(),
  /** Accounts whose tasks it takes, by their labels; `default` stands for those without one. Default: those of its pool. */
  WORKER_LABELS: z.string().default('').transform(readLabels),
  /** Address and port that gateways reach screens at; port 0 takes a free one. */
  SCREEN_HOST: z.string().min(1).default('127.0.0.1'),
  SCREEN_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Where gateways reach SCREEN_PORT, `host:port`. Default: SCREEN_HOST and the port it listens on. */
  SCREEN_ADDRESS: z
    .string()
    .regex(/^([\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5}$/, 'Write host:port, or [address]:port for IPv6.')
    .optional(),
};

/** Settings of everything that runs tasks. */
export const sharedSettings = {
  /** Where the control plane answers, without a path. */
  CONTROL_PLANE_URL: z.url({ protocol: /^https?$/ }),
  /** Tasks that run at once, each in a browser of its own (about 250 MB). */
  WORKER_SLOTS: z.coerce.number().int().min(1).max(64).default(1),
  /** How long running tasks go on while the control plane says that its database is away, in seconds. */
  OUTAGE_SECONDS: z.coerce.number().min(0).max(86_400).default(300),
  /** Scratch space for profiles and downloads; emptied after each task. Default: the system's temporary directory. */
  WORK_DIRECTORY: z.string().min(1).optional(),
  CHROMIUM_PATH: z.string().min(1).default('/usr/bin/chromium'),
  /** Google Chrome, for automations with the browser_channel chrome; without it they fail as browser_unavailable. */
  CHROME_PATH: z.string().min(1).default('/usr/bin/google-chrome'),
  /** Screen of a task in pixels. */
  DISPLAY_WIDTH: z.coerce.number().int().min(320).max(7680).default(1280),
  DISPLAY_HEIGHT: z.coerce.number().int().min(240).max(4320).default(800),
  /** Disk that the browser of one task may fill (profile, storage of sites, cache, downloads), in MiB; 0 is any amount. */
  SESSION_DISK_MIB: z.coerce.number().int().min(0).max(10_000_000).default(6_144),
  /** Memory that all processes of one browser may use, in MiB; 0 is any amount. */
  SESSION_MEMORY_MIB: z.coerce.number().int().min(0).max(10_000_000).default(4_096),
  /** How long running tasks may go on after SIGTERM, in seconds; then they are handed back to the queue. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(86_400).default(600),
  ...networkSettings,
  ...proxySettings,
  ...rdpSettings,
  ...modelSettings,
  ...scriptSettings,
  /** Lets it run as root, where Chromium has no sandbox. */
  ALLOW_ROOT: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(false),
  /** Folder of ES modules that export `handlers` for private_node. Default: none. */
  PRIVATE_HANDLERS_DIRECTORY: z.string().min(1).optional(),
  /** Makes a video of each attempt, a file of its task. Needs ffmpeg. */
  RECORD_SESSIONS: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(false),
  RECORD_FRAMES_PER_SECOND: z.coerce.number().int().min(1).max(30).default(5),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
};

const settings = z.object({ ...sharedSettings, ...workerSettings });
/** Names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape);

type SharedSettings = z.output<z.ZodObject<typeof sharedSettings>>;

/** Reads and checks every setting at once, so a bad deployment fails on start with the full list. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const { parsed, proxy } = parseSettings(settingsWithProxy, environment);
  const shared = readSharedConfig({ parsed, proxy }, environment);
  const { closedAddresses } = shared.network;
  const ownScreens = parsed.SCREEN_ADDRESS === undefined ? [] : [parsed.SCREEN_ADDRESS];
  return {
    ...shared,
    network: { ...shared.network, closedAddresses: [...closedAddresses, ...ownScreens] },
    controlPlane: { url: parsed.CONTROL_PLANE_URL, token: parsed.WORKER_TOKEN },
    workerId:
      parsed.WORKER_ID ?? `${hostname().replaceAll(/[^A-Za-z0-9._-]/g, '-')}-${process.pid}`,
    labels: parsed.WORKER_LABELS,
    warmSessions: parsed.WARM_SESSIONS ?? parsed.WORKER_SLOTS,
    screens: {
      host: parsed.SCREEN_HOST,
      port: parsed.SCREEN_PORT,
      address: parsed.SCREEN_ADDRESS,
    },
  };
}

/** What everything that runs tasks is given. */
export function readSharedConfig(
  { parsed, proxy }: ReturnType<typeof readProxy<SharedSettings>>,
  environment: NodeJS.ProcessEnv,
) {
  return {
    slots: parsed.WORKER_SLOTS,
    outageMs: parsed.OUTAGE_SECONDS * 1_000,
    network: readNetworkConfig(parsed),
    session: {
      workDirectory: parsed.WORK_DIRECTORY,
      chromiumPath: parsed.CHROMIUM_PATH,
      chromePath: parsed.CHROME_PATH,
      width: parsed.DISPLAY_WIDTH,
      height: parsed.DISPLAY_HEIGHT,
      environment: browserEnvironment(environment),
      limits: {
        diskBytes: bytesOf(parsed.SESSION_DISK_MIB),
        memoryBytes: bytesOf(parsed.SESSION_MEMORY_MIB),
      },
    },
    proxy,
    rdp: readRdpConfig(parsed),
    models: readModelConfig(parsed),
    scripts: readScriptConfig(parsed),
    recording: {
      isOn: parsed.RECORD_SESSIONS,
      framesPerSecond: parsed.RECORD_FRAMES_PER_SECOND,
    },
    privateHandlersDirectory: parsed.PRIVATE_HANDLERS_DIRECTORY,
    isRootAllowed: parsed.ALLOW_ROOT,
    drainMs: parsed.DRAIN_SECONDS * 1_000,
    logLevel: parsed.LOG_LEVEL,
  };
}

/** Undefined: any amount. */
function bytesOf(mebibytes: number): number | undefined {
  return mebibytes === 0 ? undefined : mebibytes * 1024 ** 2;
}

const settingsWithProxy = settings.superRefine(checkPrices).transform(readProxy);

/** Settings with the proxy that several of them describe. */
export function readProxy<Settings extends SharedSettings>(
  parsed: Settings,
  context: z.RefinementCtx,
) {
  const proxy = readProxyConfig(parsed, (setting, message) =>
    context.addIssue({ code: 'custom', path: [setting], message }),
  );
  return { parsed, proxy };
}

function readLabels(text: string, context: z.RefinementCtx): readonly string[] {
  const labels = [...new Set(text.split(',').map((label) => label.trim()))].filter(Boolean);
  const wrong = labels.find((label) => !/^[A-Za-z0-9_-]{1,40}$/.test(label));
  if (wrong === undefined && labels.length <= MAX_LABELS) return labels;
  const message =
    wrong === undefined
      ? `${labels.length} labels are too many: ${MAX_LABELS} at most.`
      : `"${wrong}" is no label: write up to 40 letters, digits, "_" and "-", and commas between labels.`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** A browser runs other people's pages: it sees what a desktop program needs and none of our settings. */
function browserEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'XDG_RUNTIME_DIR', 'FONTCONFIG_PATH'];
  return Object.fromEntries(names.map((name) => [name, environment[name]]));
}
