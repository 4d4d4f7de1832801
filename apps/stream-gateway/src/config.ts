import { parseSettings } from '@errand/app-runtime';
import { z } from 'zod';

const settings = z.object({
  /** Port for viewers and health checks. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
  /** Address to listen on. */
  HOST: z.string().min(1).default('127.0.0.1'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
});

/** Reads and checks every setting at once, so a bad deployment fails on start with the full list. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const parsed = parseSettings(settings, environment);
  return { port: parsed.PORT, host: parsed.HOST, logLevel: parsed.LOG_LEVEL };
}
