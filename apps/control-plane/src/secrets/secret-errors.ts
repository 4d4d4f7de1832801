import { DomainError } from '../http/domain-error.ts';

/** The task has no such secret. */
export class SecretNotFoundError extends DomainError {
  readonly code = 'not-found';
  readonly status = 404;

  constructor(taskId: string, secret: string, counts: Readonly<Record<string, number>>) {
    const known = Object.entries(counts).map(([name, count]) => `${name} (${count})`);
    super(
      `The task "${taskId}" has no secret ${secret}. It has, with the number of their values: ${known.join(', ') || 'none'}.`,
    );
  }
}

/** The secret may not be typed where the worker wants to. */
export class SecretRefusedError extends DomainError {
  readonly code = 'secret-refused';
  readonly status = 403;

  constructor(secret: string, origin: string, allowed: readonly string[]) {
    super(
      `The secret ${secret} may not be typed at ${origin}. Its allowed_origins are ${allowed.join(', ')}.`,
    );
  }
}

/** The vault does not give the secret. */
export class SecretNotGivenError extends DomainError {
  readonly code = 'secret-unavailable';
  readonly status = 424;
}
