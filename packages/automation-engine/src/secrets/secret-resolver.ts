import type { Secret } from '@errand/secrets';

export interface WantedSecret {
  readonly name: string;
  /** Position in its list, from 0. */
  readonly index: number;
  /** Of the document that it is about to be typed into; `null` for one that has none. */
  readonly origin: string;
}

export interface ResolvedSecret {
  readonly secret: Secret;
  /** When a one-time code ends. Null: it lasts, and is not asked for again during the run. */
  readonly expiresAt: Date | null;
  /** The only origins it may be typed at; null allows all. */
  readonly allowedOrigins: readonly string[] | null;
}

/** Gives the run a secret when it types it. */
export interface SecretResolver {
  /** The message of what it throws becomes that of the step, which fails as `secret_unavailable`. */
  readonly resolve: (wanted: WantedSecret, signal: AbortSignal) => Promise<ResolvedSecret>;
}
