import { openDeadline } from '@errand/foundation';
import { defineRoute } from '../http/define-route.ts';
import { linkToError } from '../http/error-pages.ts';
import { RETRY_AFTER_SECONDS } from '../http/error-handler.ts';

const DEADLINE_MS = 2_000;
const LEAVING = 'The server is shutting down: send new requests to another one.';

interface Dependencies {
  /** Checks keyed by dependency; each throws when its dependency is unavailable. */
  readonly readiness: Readonly<Record<string, (signal: AbortSignal) => Promise<void>>>;
  readonly leaving: AbortSignal;
}

/**
 * Checks in parallel everything that requests depend on. A server that is shutting down is not
 * ready.
 */
export const checkReadiness = defineRoute(
  'checkReadiness',
  async ({ readiness, leaving }: Dependencies, { signal }) => {
    using deadline = openDeadline(signal, DEADLINE_MS);
    const checked = await Promise.all(
      Object.entries(readiness).map(async ([name, check]) => {
        const isThere = await settles(check(deadline.signal), deadline.signal);
        return [name, isThere ? ('ok' as const) : ('unavailable' as const)] as const;
      }),
    );
    const server = leaving.aborted ? ('unavailable' as const) : ('ok' as const);
    const checks = { server, ...Object.fromEntries(checked) };
    return Object.values(checks).every((state) => state === 'ok')
      ? { status: 200, body: { status: 'ready', checks } }
      : {
          status: 503,
          headers: {
            'x-error-code': 'unavailable',
            link: linkToError('unavailable'),
            'retry-after': String(RETRY_AFTER_SECONDS),
          },
          body: {
            status: 'unavailable',
            checks,
            ...(leaving.aborted && { reasons: [LEAVING] }),
          },
        };
  },
);

/** Whether the check passes before the deadline; the dependency logs its own failures. */
function settles(check: Promise<void>, deadline: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    deadline.addEventListener('abort', () => resolve(false), { once: true });
    check.then(
      () => resolve(true),
      () => resolve(false),
    );
  });
}
