import type { Secret } from '@errand/secrets';

export interface WantedSecret {
  readonly name: string;
  /** Position in its list, from 0. */
  readonly index: number;
  /**
   * Origin of the document that the secret is about to be typed into; `null` for one without an
   * origin.
   */
  readonly origin: string;
}

export interface ResolvedSecret {
  readonly secret: Secret;
  /**
   * When a one-time code expires. Null: the value lasts, and is not resolved again for this origin
   * during the run.
   */
  readonly expiresAt: Date | null;
  /** The only origins it may be typed at; null allows all. */
  readonly allowedOrigins: readonly string[] | null;
}

/** Resolves a secret when the run is about to type it. */
export interface SecretResolver {
  /** When it throws, the step fails as `secret_unavailable` with the same message. */
  readonly resolve: (wanted: WantedSecret, signal: AbortSignal) => Promise<ResolvedSecret>;
}
