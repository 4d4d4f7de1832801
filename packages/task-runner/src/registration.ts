import type { WorkerSchemas } from '@errand/api-types';
import type { Logger } from '@errand/app-runtime';
import { HTTPError } from 'got';

/** Body of a registration. */
export type RegisterRequest = WorkerSchemas['RegisterRequest'];
export type RegisterAnswer = WorkerSchemas['RegisterAnswer'];

/**
 * A worker's registration with the control plane: made when first needed, and again when its token
 * is refused.
 */
export interface Registration {
  /** Token of the current registration. Concurrent callers share one. */
  readonly token: () => Promise<string>;
  /** Discards a token that the control plane no longer accepts. */
  readonly forget: (token: string) => void;
  /** The current token, if there is one. */
  readonly known: () => string | undefined;
}

export function createRegistration({
  register,
  onRegistered,
  logger,
}: {
  readonly register: () => Promise<RegisterAnswer>;
  /** Called before the token is first used. */
  readonly onRegistered: (answer: RegisterAnswer) => void;
  readonly logger: Logger;
}): Registration {
  let pending: Promise<string> | undefined;
  let current: string | undefined;
  const registerOnce = async (): Promise<string> => {
    try {
      const answer = await register();
      const { token, labels } = answer;
      onRegistered(answer);
      logger.info('registered', { labels });
      current = token;
      return token;
    } finally {
      pending = undefined;
    }
  };
  return {
    async token() {
      if (current !== undefined) return current;
      pending ??= registerOnce();
      return pending;
    },
    forget(token) {
      if (token !== current) return;
      logger.warn('registration has expired');
      current = undefined;
    },
    known: () => current,
  };
}

/** Returns whether the control plane rejects the token of a call or of the pool. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof HTTPError && error.response.statusCode === 401;
}

/**
 * Returns whether retrying a registration is pointless because the operator has to fix something.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof HTTPError && [401, 403, 409, 422].includes(error.response.statusCode);
}

/** Returns the control plane's error message. */
export function readRefusal(error: unknown): string {
  const body = error instanceof HTTPError ? error.response.body : undefined;
  const answer = body as { readonly error?: { readonly message?: string } } | undefined;
  return answer?.error?.message ?? String(error);
}
