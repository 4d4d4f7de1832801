import { readExtraCertificates } from '@errand/app-runtime';
import { z } from 'zod';
import { networkSettings, readNetworkConfig } from './browser/network-settings.ts';
import { modelSettings, readModelConfig } from './models/model-settings.ts';
import { traceModes } from './recording/trace-modes.ts';
import { proxySettings, readProxyConfig } from './proxy/proxy-settings.ts';
import { rdpSettings, readRdpConfig } from './remote-desktop/rdp-settings.ts';
import { readScriptConfig, scriptSettings } from './scripts/script-settings.ts';

/** Settings shared by everything that runs tasks. */
export const runnerSettings = {
  /** Base URL of the control plane, without a path. */
  CONTROL_PLANE_URL: z.url({ protocol: /^https?$/ }),
  /** Maximum concurrent tasks, each in its own browser (about 250 MB). */
  WORKER_SLOTS: z.coerce.number().int().min(1).max(64).default(1),
  /**
   * How long running tasks continue while the control plane reports that its database is
   * unreachable, in seconds.
   */
  OUTAGE_SECONDS: z.coerce.number().min(0).max(86_400).default(300),
  /**
   * Scratch space for profiles and downloads; emptied after each task. Default: the system's
   * temporary directory.
   */
  WORK_DIRECTORY: z.string().min(1).optional(),
  CHROMIUM_PATH: z.string().min(1).default('/usr/bin/chromium'),
  /**
   * Path of Google Chrome, for automations with browser_channel chrome; without it they fail with
   * browser_unavailable.
   */
  CHROME_PATH: z.string().min(1).default('/usr/bin/google-chrome'),
  /** Screen of a task in pixels. */
  DISPLAY_WIDTH: z.coerce.number().int().min(320).max(7680).default(1280),
  DISPLAY_HEIGHT: z.coerce.number().int().min(240).max(4320).default(800),
  /**
   * Maximum disk space of one task's browser (profile, site storage, cache, downloads), in MiB; 0
   * is unlimited.
   */
  SESSION_DISK_MIB: z.coerce.number().int().min(0).max(10_000_000).default(6_144),
  /** Maximum memory of all processes of one browser, in MiB; 0 is unlimited. */
  SESSION_MEMORY_MIB: z.coerce.number().int().min(0).max(10_000_000).default(4_096),
  /**
   * Whether the kernel enforces SESSION_MEMORY_MIB with a control group for each browser; `auto`
   * does so where the worker may create control groups.
   */
  SESSION_MEMORY_GROUPS: z.enum(['auto', 'on', 'off']).default('auto'),
  /**
   * How long running tasks may continue after SIGTERM, in seconds; then they are released to the
   * queue. Finished ones may store files for STORING_MS more.
   */
  DRAIN_SECONDS: z.coerce.number().min(0).max(86_400).default(600),
  ...networkSettings,
  ...proxySettings,
  ...rdpSettings,
  ...modelSettings,
  ...scriptSettings,
  /** Allows running as root, where Chromium has no sandbox. */
  ALLOW_ROOT: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(false),
  /** Folder of ES modules that export `handlers` for private_node. Default: none. */
  PRIVATE_HANDLERS_DIRECTORY: z.string().min(1).optional(),
  /** Records a video of each attempt and stores it as a file of the task. Needs ffmpeg. */
  RECORD_SESSIONS: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(false),
  RECORD_FRAMES_PER_SECOND: z.coerce.number().int().min(1).max(30).default(5),
  /**
   * Which attempts leave a trace of their pages for the trace viewer: `off`, `failed`, `all`, or
   * `replayable`: failed ones, with the bodies of their responses.
   */
  TRACE: z.enum(traceModes).default('failed'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
};

type RunnerSettings = z.output<z.ZodObject<typeof runnerSettings>>;

/** Settings of an app that runs tasks, as `prepareRunner` expects them. */
export type RunnerConfig = ReturnType<typeof readRunnerConfig>;

/** Returns the part of the configuration shared by everything that runs tasks. */
export function readRunnerConfig(
  { parsed, proxy }: ReturnType<typeof readProxy<RunnerSettings>>,
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
      memory: {
        mode: parsed.SESSION_MEMORY_GROUPS,
        limitBytes: bytesOf(parsed.SESSION_MEMORY_MIB),
      },
      limits: {
        diskBytes: bytesOf(parsed.SESSION_DISK_MIB),
        memoryBytes: bytesOf(parsed.SESSION_MEMORY_MIB),
      },
    },
    /** Node trusts them without further settings; browsers do not. */
    certificates: readExtraCertificates(environment),
    proxy,
    rdp: readRdpConfig(parsed),
    models: readModelConfig(parsed),
    scripts: readScriptConfig(parsed),
    recording: {
      isOn: parsed.RECORD_SESSIONS,
      framesPerSecond: parsed.RECORD_FRAMES_PER_SECOND,
    },
    trace: parsed.TRACE,
    privateHandlersDirectory: parsed.PRIVATE_HANDLERS_DIRECTORY,
    isRootAllowed: parsed.ALLOW_ROOT,
    drainMs: parsed.DRAIN_SECONDS * 1_000,
    logLevel: parsed.LOG_LEVEL,
  };
}

/** Undefined: unlimited. */
function bytesOf(mebibytes: number): number | undefined {
  return mebibytes === 0 ? undefined : mebibytes * 1024 ** 2;
}

/** Returns the settings together with the proxy that several of them describe. */
export function readProxy<Settings extends RunnerSettings>(
  parsed: Settings,
  context: z.RefinementCtx,
) {
  const proxy = readProxyConfig(parsed, (setting, message) =>
    context.addIssue({ code: 'custom', path: [setting], message }),
  );
  return { parsed, proxy };
}

/**
 * A browser runs untrusted pages: it gets the variables a desktop program needs and none of our
 * settings.
 */
function browserEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'XDG_RUNTIME_DIR', 'FONTCONFIG_PATH'];
  return Object.fromEntries(names.map((name) => [name, environment[name]]));
}
