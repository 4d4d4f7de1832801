import type { WorkerSchemas } from '@errand/api-types';
import type { Logger } from '@errand/app-runtime';
import { HTTPError } from 'got';

/** What a worker registers with. */
export type RegisterRequest = WorkerSchemas['RegisterRequest'];
export type RegisterAnswer = WorkerSchemas['RegisterAnswer'];

/** The registration of a worker with the control plane: made when it is first needed, and anew when its token is refused. */
export interface Registration {
  /** Of the registration that holds. All who ask at one time get the same one. */
  readonly token: () => Promise<string>;
  /** The control plane does not take the token any more. */
  readonly forget: (token: string) => void;
  /** The token, unless there is none or it was forgotten. */
  readonly known: () => string | undefined;
}

export function createRegistration({
  register,
  onRegistered,
  logger,
}: {
  readonly register: () => Promise<RegisterAnswer>;
  /** Before the token is used for the first time. */
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
      logger.warn('registration is over');
      current = undefined;
    },
    known: () => current,
  };
}

/** Whether the control plane says that the token of a call, or of the pool, is not good. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof HTTPError && error.response.statusCode === 401;
}

/** Whether asking again for a registration is of no use: its operator has to mend something. */
export function isRefusal(error: unknown): boolean {
  return error instanceof HTTPError && [401, 403, 409, 422].includes(error.response.statusCode);
}

/** What the control plane says of it. */
export function readRefusal(error: unknown): string {
  const body = error instanceof HTTPError ? error.response.body : undefined;
  const answer = body as { readonly error?: { readonly message?: string } } | undefined;
  return answer?.error?.message ?? String(error);
}
