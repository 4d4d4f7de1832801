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
  'METRICS_PORT',
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

/** Settings that `npm start` reads itself. */
const READ_HERE: readonly string[] = [...PORT_SETTINGS, 'DATABASE_URL'];

interface ChosenSettings {
  /** Settings that each app gets in addition to, or instead of, those of the installation. */
  readonly apps: AppSettings;
  /** Sentences for the user. They hold names of settings, never their values. */
  readonly report: readonly string[];
}

/** Picks the settings of the apps out of the environment; an empty variable counts as absent. */
export function chooseSettings(environment: Environment): ChosenSettings {
  const given = new Map(
    Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );
  const known = new Set([...Object.values(APPS).flat(), ...READ_HERE]);
  const passed = [...known].filter((name) => isPassed(name) && given.has(name)).toSorted();
  const pick = (names: readonly string[]) =>
    Object.fromEntries([...given].filter(([name]) => names.includes(name) && isPassed(name)));
  return {
    apps: {
      'control-plane': pick(APPS['control-plane']),
      'stream-gateway': pick(APPS['stream-gateway']),
      worker: pick(APPS.worker),
      'local-inference': pick(APPS['local-inference']),
    },
    report: [
      ...(passed.length > 0 ? [`Settings from the environment: ${passed.join(', ')}.`] : []),
      ...describeOwn([...OWN].filter((name) => given.has(name))),
      ...[...given.keys()].flatMap((name) => describeUnknown(name, known)),
    ],
  };
}

function isPassed(name: string): boolean {
  return !OWN.has(name) && !READ_HERE.includes(name);
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
