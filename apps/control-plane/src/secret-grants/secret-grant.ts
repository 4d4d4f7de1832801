import { coversOrigin } from './granted-origin.ts';
import { coversName } from './name-pattern.ts';

export const SECRET_PROVIDER_NAMES = ['onepassword', 'aws_secrets_manager'] as const;

/** The names are those of integrations. */
export type SecretProviderName = (typeof SECRET_PROVIDER_NAMES)[number];

/** The location of a secret in a vault. */
export interface VaultPlace {
  readonly provider: SecretProviderName;
  /** The region for AWS, which has no vaults. */
  readonly vault: string;
  readonly item: string;
}

/** Lets one account read secrets with the vault credentials of the installation. */
export interface SecretGrant extends VaultPlace {
  readonly grantId: string;
  readonly accountId: string;
  /**
   * Origins where values may be typed: `https://portal.example`, or `https://*.portal.example` for
   * the hosts below it.
   */
  readonly origins: readonly string[];
  readonly createdAt: Date;
}

export function coversPlace(grant: VaultPlace, { provider, vault, item }: VaultPlace): boolean {
  return (
    grant.provider === provider && coversName(grant.vault, vault) && coversName(grant.item, item)
  );
}

/** Whether one of the grants allows typing a value at an origin. */
export function isGrantedAt(
  grants: readonly Pick<SecretGrant, 'origins'>[],
  origin: string,
): boolean {
  return grants.some(({ origins }) => origins.some((granted) => coversOrigin(granted, origin)));
}
