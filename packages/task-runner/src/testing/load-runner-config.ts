import { parseSettings } from '@errand/app-runtime';
import { z } from 'zod';
import { checkPrices } from '../models/model-settings.ts';
import {
  readProxy,
  readRunnerConfig,
  type RunnerConfig,
  runnerSettings,
} from '../runner-settings.ts';

/** Validates the settings as an app without settings of its own does. */
export function loadRunnerConfig(environment: NodeJS.ProcessEnv): RunnerConfig {
  const settings = z.object(runnerSettings).superRefine(checkPrices).transform(readProxy);
  return readRunnerConfig(parseSettings(settings, environment), environment);
}
