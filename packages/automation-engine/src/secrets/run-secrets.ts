import { abortable, pause } from '@errand/foundation';
import {
  createRedactor,
  createSecretFinder,
  redactBytes,
  redactDeep,
  redactJson,
  redactParts,
  type Redactor,
} from '@errand/secrets';
import { createDeadline } from '../deadline.ts';
import { showsPartOf } from './parts-of-secrets.ts';
import { SecretUnavailableError } from './secret-errors.ts';
import type { ResolvedSecret, SecretResolver, WantedSecret } from './secret-resolver.ts';

/**
 * The secrets of one run: their counts, their values for typing, and their redaction everywhere
 * else.
 */
export interface RunSecrets {
  /** Number of values by name. */
  readonly counts: Readonly<Record<string, number>>;
  /**
   * Returns the value for a document of this origin. The value is resolved once per run and origin,
   * a one-time code every time. From then on `redact` hides it. Throws SecretUnavailableError.
   */
  readonly reveal: (wanted: WantedSecret) => Promise<string>;
  /** Hides another value, such as a one-time code from a message. */
  readonly hide: (value: string) => void;
  /** Notes that a person may have typed secrets that `hide` was not called with. */
  readonly missSome: () => void;
  /** Whether there may be such secrets. */
  readonly hasMissedSome: () => boolean;
  /** Whether a value has been revealed. */
  readonly hasRevealed: () => boolean;
  /**
   * Whether a word that was read in an image reveals a value, or at least four characters of one.
   */
  readonly isPartOf: (word: string) => boolean;
  /** Replaces every value revealed so far, in all its forms, with `[redacted]`. */
  readonly redact: Redactor;
  /**
   * Like `redact`, for texts that people read as one. A secret may be spread over several, and its
   * white space may be missing.
   */
  readonly redactParts: (parts: readonly string[]) => readonly string[];
  /** Like `redact`, for the content of a text file; returns binary content unchanged. */
  readonly redactBytes: (content: Uint8Array) => Uint8Array;
  /** Like `redact`, for every string in a value. */
  readonly redactDeep: <Value>(value: Value) => Value;
  /** Like `redactDeep`, for data from a page, model or plug-in, where a number may be a secret. */
  readonly redactJson: <Value>(value: Value) => Value;
}

export function createRunSecrets(options: {
  readonly counts: Readonly<Record<string, number>>;
  readonly resolver: SecretResolver | undefined;
  readonly signal: AbortSignal;
}): RunSecrets {
  const { counts, resolver, signal } = options;
  const lasting = new Map<string, string>();
  const revealed = new Set<string>();
  let redactKnown = createRedactor([]);
  let findSpread = createSecretFinder([]);
  let hasMissedSome = false;
  const note = (value: string) => {
    if (revealed.has(value)) return;
    revealed.add(value);
    redactKnown = createRedactor(revealed, { shortestBeginning });
    const spread = [...revealed].flatMap((one) => [one, one.replaceAll(/\s/g, '')]);
    findSpread = createSecretFinder(new Set(spread), { shortestBeginning });
  };
  const redact: Redactor = (text) => redactKnown(text);
  return {
    counts,
    async reveal(wanted) {
      const key = JSON.stringify([wanted.name, wanted.index, wanted.origin]);
      const known = lasting.get(key);
      if (known !== undefined) return known;
      const resolved = await askForLasting(resolver, wanted, signal);
      const value = resolved.secret.reveal();
      note(value);
      assertAllowed(wanted, resolved);
      if (resolved.expiresAt === null) lasting.set(key, value);
      return value;
    },
    hide: note,
    missSome: () => void (hasMissedSome = true),
    hasMissedSome: () => hasMissedSome,
    hasRevealed: () => revealed.size > 0,
    isPartOf: (word) => revealed.values().some((value) => showsPartOf(value, word)),
    redact,
    redactParts: (parts) => redactParts(parts, findSpread),
    redactBytes: (content) => (revealed.size > 0 ? redactBytes(content, redact) : content),
    redactDeep: (value) => (revealed.size > 0 ? redactDeep(value, redact) : value),
    redactJson: (value) => (revealed.size > 0 ? redactJson(value, redact) : value),
  };
}

/**
 * A page can watch a field while it is typed into, key by key. A prefix of at least half the value,
 * and at least 6 characters, is therefore hidden too.
 */
function shortestBeginning({ length }: string): number {
  return Math.max(6, Math.ceil(length / 2));
}

/** A code that expires sooner may be refused by the time it is sent. */
const LEAST_VALID_MS = 5_000;

/**
 * Pause between two requests for the next code: it comes later if the resolver's clock is behind.
 */
const ASK_AGAIN_MS = 1_000;

/** Waits for the next one-time code when the current one is about to expire. */
async function askForLasting(
  resolver: SecretResolver | undefined,
  wanted: WantedSecret,
  signal: AbortSignal,
): Promise<ResolvedSecret> {
  const resolved = await ask(resolver, wanted, signal);
  const expiresAt = resolved.expiresAt?.getTime() ?? Infinity;
  const validMs = expiresAt - Date.now();
  // A code that seems to have expired only shows that the clocks differ.
  if (validMs <= 0 || validMs >= LEAST_VALID_MS) return resolved;
  await pause(validMs, signal);
  const deadline = createDeadline(LEAST_VALID_MS, signal);
  for (;;) {
    const next = await ask(resolver, wanted, signal);
    if (next.expiresAt?.getTime() !== expiresAt || deadline.remainingMs() === 0) return next;
    await pause(ASK_AGAIN_MS, signal);
  }
}

async function ask(
  resolver: SecretResolver | undefined,
  wanted: WantedSecret,
  signal: AbortSignal,
): Promise<ResolvedSecret> {
  const name = describe(wanted);
  if (!resolver) {
    throw new SecretUnavailableError(
      `${name} could not be read: nothing here can resolve secrets.`,
    );
  }
  try {
    return await abortable(resolver.resolve(wanted, signal), signal);
  } catch (error) {
    signal.throwIfAborted();
    const reason = Error.isError(error) ? error.message : String(error);
    throw new SecretUnavailableError(reason, { cause: error });
  }
}

/** The resolver has checked this too, but only the engine has seen the document. */
function assertAllowed(wanted: WantedSecret, { allowedOrigins }: ResolvedSecret): void {
  if (!allowedOrigins) return;
  if (allowedOrigins.some((text) => URL.parse(text)?.origin === wanted.origin)) return;
  throw new SecretUnavailableError(
    `${describe(wanted)} may not be typed at ${wanted.origin}. Its allowed_origins are ${allowedOrigins.join(', ')}.`,
  );
}

function describe({ name, index }: WantedSecret): string {
  return `The secret ${name}[${index}]`;
}
