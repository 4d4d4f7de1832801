import type { Logger } from '@errand/app-runtime';
import type { ControlPlaneClient, ViewerReport } from './control-plane-client.ts';

/** Maximum concurrent requests. */
const PARALLEL = 16;
/**
 * Beyond this, the oldest report is dropped: the control plane closes open viewers when the task
 * ends.
 */
const MAX_WAITING = 20_000;
const FLUSH_DEADLINE_MS = 3_000;

interface Waiting {
  readonly jti: string;
  readonly report: ViewerReport;
}

interface Dependencies {
  readonly client: Pick<ControlPlaneClient, 'closeViewer'>;
  readonly logger: Logger;
}

/**
 * Reports closed viewers to the control plane. Best effort: only the gateway's shutdown waits for
 * it, and only briefly.
 */
export class ViewerReports implements AsyncDisposable {
  readonly #dependencies: Dependencies;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #idle: (() => void) | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  add(jti: string, report: ViewerReport): void {
    this.#waiting.push({ jti, report });
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    if (this.#running < PARALLEL) void this.#send();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#running === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle = resolve;
    const timer = setTimeout(resolve, FLUSH_DEADLINE_MS);
    await promise;
    clearTimeout(timer);
    this.#waiting.length = 0;
  }

  async #send(): Promise<void> {
    const { client, logger } = this.#dependencies;
    this.#running += 1;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        await client.closeViewer(next.jti, next.report);
      } catch (error) {
        logger.warn('could not report that a viewer left', { error, jti: next.jti });
      }
    }
    this.#running -= 1;
    if (this.#running === 0) this.#idle?.();
  }
}
