import type { ErrandSchemas } from '@errand/api-types';
import type { SecretCredentials } from '@errand/secrets';
import type { IntegrationStore } from '../integrations/integration-store.ts';
import { parseOrigin } from '../secret-grants/granted-origin.ts';
import { isGrantedAt, type SecretGrant, type VaultPlace } from '../secret-grants/secret-grant.ts';
import type { SecretGrantStore } from '../secret-grants/secret-grant-store.ts';
import { allowedOriginsOf, findPlace, type WireReference } from './read-reference.ts';
import { SecretNotGrantedError, SecretRefusedError } from './secret-errors.ts';

/** The owner of a task, and where it runs. */
export interface SecretReader {
  readonly accountId: string;
  /** Whether the task runs on a local inference server of the account. */
  readonly isLocal: boolean;
}

interface OpenedVault {
  readonly credentials: SecretCredentials;
  /** Undefined allows every origin. */
  readonly allowedOrigins: string[] | undefined;
  /** Undefined when the credentials are the account's own. */
  readonly grantId?: string;
}

/**
 * Decides which credentials open the vault of a secret. If the account has an integration for the
 * provider, only that is used. Otherwise the installation's credentials serve what the operator has
 * granted, but never to a local inference server.
 */
export interface VaultAccess {
  /** Throws SecretNotGrantedError for a reference that could not be opened now. Calls no vault. */
  readonly check: (
    reader: SecretReader,
    references: ErrandSchemas['SecureParameters'],
  ) => Promise<void>;
  /** Throws SecretRefusedError, SecretNotGrantedError. */
  readonly open: (
    reader: SecretReader,
    wanted: {
      readonly secretName: string;
      readonly reference: WireReference;
      readonly origin: string;
    },
  ) => Promise<OpenedVault>;
}

interface Dependencies {
  readonly integrations: Pick<IntegrationStore, 'has'>;
  readonly grants: Pick<SecretGrantStore, 'findCovering'>;
  readonly ownCredentials: (accountId: string) => Promise<SecretCredentials>;
  /** Credentials of the installation. */
  readonly secretCredentials: SecretCredentials;
}

export function createVaultAccess(dependencies: Dependencies): VaultAccess {
  const { ownCredentials, secretCredentials } = dependencies;
  return {
    async check(reader, references) {
      for (const [name, list] of Object.entries(references)) {
        for (const [index, reference] of list.entries()) {
          const place = findPlace(reference);
          const secret = { secretName: `${name}[${index}]`, reference };
          if (place) await findGrants(dependencies, reader, { ...secret, place });
        }
      }
    },
    async open(reader, { secretName, reference, origin }) {
      const allowedOrigins = allowedOriginsOf(reference);
      if (allowedOrigins && !isAllowed(origin, allowedOrigins)) {
        const rule = `Its allowed_origins are ${allowedOrigins.join(', ')}.`;
        throw new SecretRefusedError(secretName, origin, rule);
      }
      const place = findPlace(reference);
      if (!place) return { credentials: {}, allowedOrigins };
      const wanted = { secretName, reference, place };
      const grants = await findGrants(dependencies, reader, wanted);
      if (!grants) return { credentials: await ownCredentials(reader.accountId), allowedOrigins };
      const grant = parseOrigin(origin) && grants.find((each) => isGrantedAt([each], origin));
      if (!grant) {
        const granted = grants.flatMap(({ origins }) => origins).join(', ');
        const rule = `The operator has granted it for ${granted}.`;
        throw new SecretRefusedError(secretName, origin, rule);
      }
      // Allows only this origin; for another, the worker must ask again.
      const credentials = secretCredentials;
      return { credentials, allowedOrigins: [origin], grantId: grant.grantId };
    },
  };
}

/** Undefined when the account has its own vault. Throws SecretNotGrantedError. */
async function findGrants(
  { integrations, grants }: Dependencies,
  { accountId, isLocal }: SecretReader,
  wanted: {
    readonly secretName: string;
    readonly reference: WireReference;
    readonly place: VaultPlace;
  },
): Promise<readonly SecretGrant[] | undefined> {
  const { secretName, reference, place } = wanted;
  const allowedOrigins = allowedOriginsOf(reference);
  if (await integrations.has(accountId, place.provider)) {
    if (!isLocal || allowedOrigins) return undefined;
    throw new SecretNotGrantedError(secretName, place, 'localOrigin');
  }
  if (isLocal) throw new SecretNotGrantedError(secretName, place, 'local');
  const covering = await grants.findCovering(accountId, place);
  if (covering.length === 0) throw new SecretNotGrantedError(secretName, place, 'account');
  const isNowhere = allowedOrigins?.every((text) => !isGrantedAt(covering, originOf(text)));
  if (isNowhere) throw new SecretNotGrantedError(secretName, place, 'origin');
  return covering;
}

function isAllowed(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((text) => originOf(text) === origin);
}

/** Empty when the text is not a URL. */
function originOf(text: string): string {
  return URL.parse(text)?.origin ?? '';
}
