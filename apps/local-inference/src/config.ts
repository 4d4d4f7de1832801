import { parseSettings } from '@errand/app-runtime';
import {
  checkPrices,
  readProxy,
  readRunnerConfig,
  runnerSettings,
} from '@errand/task-runner/settings';
import { collectorOf, readTracingConfig, tracingSettings } from '@errand/tracing/settings';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const settings = z.object({
  ...runnerSettings,
  ...tracingSettings,
  /** API key of the account that this server submits for. */
  API_KEY: z
    .string({ error: 'is missing: set it to an API key of your account (npm start prints one).' })
    .min(1),
  /** Path for submissions to the control plane. */
  INFERENCE_ENDPOINT: z.string().min(1).default('api/v1/inference'),
  /** Address to listen on. Anyone who can reach it may submit without credentials. */
  LOCAL_INFERENCE_HOST: z.string().min(1).default('127.0.0.1'),
  LOCAL_INFERENCE_PORT: z.coerce.number().int().min(0).max(65_535).default(9_000),
  /**
   * Where tasks and their results are stored until the control plane has them. Default:
   * .errand/local-inference in the home directory.
   */
  LOCAL_INFERENCE_DIRECTORY: z.string().min(1).optional(),
  /** Maximum number of tasks waiting for a slot. */
  LOCAL_QUEUE_LIMIT: z.coerce.number().int().min(1).max(100_000).default(1_000),
});

/** Names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape);

/** Validates all settings of a local inference server together. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const { parsed, proxy } = parseSettings(
    settings.superRefine(checkPrices).transform(readProxy),
    environment,
  );
  const runner = readRunnerConfig({ parsed, proxy }, environment);
  const tracing = readTracingConfig(parsed);
  return {
    ...runner,
    network: {
      ...runner.network,
      closedAddresses: [...runner.network.closedAddresses, ...collectorOf(tracing)],
    },
    tracing,
    controlPlane: {
      url: parsed.CONTROL_PLANE_URL,
      apiKey: parsed.API_KEY,
      endpoint: parsed.INFERENCE_ENDPOINT,
    },
    host: parsed.LOCAL_INFERENCE_HOST,
    port: parsed.LOCAL_INFERENCE_PORT,
    directory: parsed.LOCAL_INFERENCE_DIRECTORY ?? join(homedir(), '.errand', 'local-inference'),
    queueLimit: parsed.LOCAL_QUEUE_LIMIT,
  };
}
