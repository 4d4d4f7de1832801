import { SealedValueError, type Sealer } from '@errand/secrets';
import { sealedContext } from '../database/sealed-context.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';

/** The prefix of a sealed seed. */
export const SEED_PREFIX = 'sealed:';

/** Typed loosely: all references have passed their schema. */
type References = Readonly<Record<string, readonly unknown[]>>;

interface Reference {
  readonly totp?: { readonly totp_secret: string } | null;
}

interface WithReferences {
  readonly parameters?: { readonly secure_parameters?: References | null };
}

export interface SeedSealer {
  readonly sealer: Sealer;
  /** A sealed seed can be opened only for its own account, but in any of its recordings. */
  readonly accountId: string;
}

/**
 * Returns the automation as stored and returned to clients: seeds of one-time codes are sealed,
 * already sealed ones are unchanged.
 */
export function sealSeeds<Automation extends object>(
  automation: Automation,
  { sealer, accountId }: SeedSealer,
): Automation {
  return changeSeeds(automation, (seed) =>
    seed.startsWith(SEED_PREFIX)
      ? seed
      : `${SEED_PREFIX}${sealer.seal(seed, sealedContext.totpSeed(accountId))}`,
  );
}

/** Returns the automation with its seeds sealed by the first key. */
export function resealSeeds<Automation extends object>(
  automation: Automation,
  seals: SeedSealer,
): Automation {
  return sealSeeds(
    changeSeeds(automation, (seed) => openSeed(seed, seals)),
    seals,
  );
}

/** Returns references with opened seeds, as providers need them. Throws SealedValueError. */
export function openSeeds(references: References, seals: SeedSealer): References {
  return changeReferences(references, (seed) => openSeed(seed, seals));
}

/**
 * Authors may send back sealed seeds that they received. Throws InvalidRequestError for a seed that
 * this account has not sealed.
 */
export function assertSeedsOpen(automation: object, seals: SeedSealer): void {
  const { parameters } = automation as WithReferences;
  for (const [name, list] of Object.entries(parameters?.secure_parameters ?? {})) {
    for (const [index, reference] of list.entries()) {
      const { totp } = reference as Reference;
      if (totp && !opens(totp.totp_secret, seals)) {
        const place = ['secure_parameters', name, index, 'totp', 'totp_secret'];
        const msg =
          'was encrypted for another account, or with a key that no longer exists: specify the seed itself';
        throw new InvalidRequestError([
          { loc: ['body', 'automation', 'parameters', ...place], msg, type: 'automation' },
        ]);
      }
    }
  }
}

function opens(seed: string, seals: SeedSealer): boolean {
  try {
    openSeed(seed, seals);
    return true;
  } catch (error) {
    if (error instanceof SealedValueError) return false;
    throw error;
  }
}

function openSeed(seed: string, { sealer, accountId }: SeedSealer): string {
  if (!seed.startsWith(SEED_PREFIX)) return seed;
  // Only strings are sealed as seeds.
  return sealer.unseal(seed.slice(SEED_PREFIX.length), sealedContext.totpSeed(accountId)) as string;
}

function changeSeeds<Automation extends object>(
  automation: Automation,
  change: (seed: string) => string,
): Automation {
  const { parameters } = automation as WithReferences;
  const references = parameters?.secure_parameters;
  if (!references) return automation;
  const changed = { ...parameters, secure_parameters: changeReferences(references, change) };
  return { ...automation, parameters: changed };
}

function changeReferences(references: References, change: (seed: string) => string): References {
  const changed = Object.entries(references).map(([name, list]) => [
    name,
    list.map((reference) => {
      const { totp, ...rest } = reference as Reference;
      if (!totp) return reference;
      return { ...rest, totp: { ...totp, totp_secret: change(totp.totp_secret) } };
    }),
  ]);
  return Object.fromEntries(changed);
}
