import { fileVariablesOf, resolveSettingFiles } from '@errand/app-runtime';
import { PORT_SETTINGS, type AppSettings } from '@errand/local-installation';
import { SETTING_NAMES as controlPlane } from '../../apps/control-plane/src/settings.ts';
import { SETTING_NAMES as gateway } from '../../apps/stream-gateway/src/config.ts';
import { SETTING_NAMES as worker } from '../../apps/worker/src/config.ts';
import { SETTING_NAMES as localInference } from '../../apps/local-inference/src/config.ts';
import { findMeantSetting } from './find-meant-setting.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const APPS = {
  'control-plane': controlPlane,
  'stream-gateway': gateway,
  worker,
  'local-inference': localInference,
} as const;

/** Settings that npm start chooses: they connect the parts, or differ for each part. */
const OWN: ReadonlySet<string> = new Set([
  'PORT',
  'HOST',
  'CONTROL_PLANE_URL',
  'WORKER_ID',
  'API_KEY',
  'NODE_ENV',
  'WORKER_TOKEN',
  'GATEWAY_TOKEN',
  'STREAM_SIGNING_KEYS',
  'STREAM_VERIFYING_KEYS',
  'SEALING_KEYS',
  'STORAGE_SIGNING_KEY',
  'LOCAL_INFERENCE_DIRECTORY',
]);

/**
 * The control plane's setting. The gateway has one of the same name, set by STREAM_METRICS_PORT.
 */
const METRICS_PORT = 'METRICS_PORT';

/** Settings that `npm start` reads itself. */
const READ_HERE: readonly string[] = [...PORT_SETTINGS, 'DATABASE_URL'];

interface ChosenSettings {
  /** Settings that each app gets in addition to, or instead of, those of the installation. */
  readonly apps: AppSettings;
  /** The environment with the values of the settings that come from files. */
  readonly environment: NodeJS.ProcessEnv;
  /** Sentences for the user. They contain names of settings, never values. */
  readonly report: readonly string[];
}

/**
 * Picks the apps' settings from the environment; an empty variable counts as absent. Reads the
 * files of settings (NAME_FILE) here, so that the rest of `npm start` sees values only. Throws
 * SettingsError.
 */
export function chooseSettings(environment: Environment): ChosenSettings {
  const known = [...new Set([...Object.values(APPS).flat(), ...READ_HERE])];
  const files = fileVariablesOf(known);
  const variables = new Set([...known, ...files.values()]);
  const given = Object.keys(environment).filter((name) => environment[name]);
  const givenOf = (settings: readonly string[]) => {
    const names = new Set(settings.flatMap((setting) => [setting, files.get(setting) ?? setting]));
    return given.filter((name) => names.has(name)).toSorted();
  };
  const taken = known.filter((setting) => !OWN.has(setting));
  const resolved = resolveSettingFiles(taken, environment);
  const pick = (settings: readonly string[]) =>
    Object.fromEntries(
      Object.entries(resolved).filter(([name]) => settings.includes(name) && isPassed(name)),
    );
  return {
    apps: {
      'control-plane': pick(APPS['control-plane']),
      'stream-gateway': pick(APPS['stream-gateway'].filter((name) => name !== METRICS_PORT)),
      worker: pick(APPS.worker),
      'local-inference': pick(APPS['local-inference']),
    },
    environment: resolved,
    report: [
      ...describePassed(givenOf(known.filter(isPassed))),
      ...describeOwn(givenOf([...OWN])),
      ...given.flatMap((name) => describeUnknown(name, variables)),
    ],
  };
}

function isPassed(name: string): boolean {
  return !OWN.has(name) && !READ_HERE.includes(name);
}

function describePassed(names: readonly string[]): string[] {
  return names.length > 0 ? [`Settings from the environment: ${names.join(', ')}.`] : [];
}

function describeOwn(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [`Not taken from the environment, because npm start sets it itself: ${names.join(', ')}.`];
}

function describeUnknown(name: string, known: ReadonlySet<string>): string[] {
  if (known.has(name)) return [];
  const meant = findMeantSetting(name, [...known]);
  if (meant !== undefined) {
    return [`There is no setting ${name}, so it has no effect. Did you mean ${meant}?`];
  }
  return name.startsWith('ERRAND_')
    ? [`There is no setting ${name}, so it has no effect. apps/*/.env.example list all settings.`]
    : [];
}
