import { type Logger, StartError } from '@errand/app-runtime';
import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 5_000;
const PAUSE_MS = 100;

/**
 * Registers the worker. A control plane that cannot be reached may be starting, too, so the worker
 * tries again for five seconds. Then it starts without a registration, which the first claim makes up
 * for. Throws StartError if the control plane refuses the worker.
 */
export async function registerAtStart({
  client,
  logger,
  patienceMs = PATIENCE_MS,
}: {
  readonly client: { readonly register: () => Promise<void> };
  readonly logger: Pick<Logger, 'warn'>;
  readonly patienceMs?: number;
}): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    try {
      await client.register();
      return;
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (performance.now() - startedAt >= patienceMs) {
        logger.warn('control plane cannot be reached yet', { error });
        return;
      }
    }
    await delay(PAUSE_MS);
  }
}
