import type { ErrandSchemas } from '@errand/api-types';
import type { SecretReference } from '@errand/secrets';
import type { VaultPlace } from '../secret-grants/secret-grant.ts';

export type WireReference = ErrandSchemas['SecureParameter'];

/** Converts one reference to the form that its provider expects. */
export function readReference(wire: WireReference): SecretReference {
  const { onepassword, amazon_secrets_manager: amazon, totp } = wire;
  if (onepassword) {
    return {
      kind: 'onepassword',
      vaultName: onepassword.vault_name,
      itemName: onepassword.item_name,
      fieldName: onepassword.field_name,
      codeDigits: digitsOf(onepassword),
    };
  }
  if (amazon) {
    return {
      kind: 'amazon-secrets-manager',
      secretName: amazon.secret_name,
      regionName: amazon.region_name,
      key: amazon.key ?? undefined,
      codeDigits: digitsOf(amazon),
    };
  }
  if (totp) return { kind: 'totp', seed: totp.totp_secret, codeDigits: totp.digits ?? 6 };
  throw new TypeError('A checked reference to a secret has one of the three kinds.');
}

/** Undefined when the reference contains the seed itself. */
export function findPlace({
  onepassword,
  amazon_secrets_manager: amazon,
}: WireReference): VaultPlace | undefined {
  if (onepassword) {
    const { vault_name: vault, item_name: item } = onepassword;
    return { provider: 'onepassword', vault, item };
  }
  if (!amazon) return undefined;
  const { region_name: vault, secret_name: item } = amazon;
  return { provider: 'aws_secrets_manager', vault, item };
}

/** Undefined allows every origin. */
export function allowedOriginsOf(wire: WireReference): string[] | undefined {
  const { onepassword, amazon_secrets_manager: amazon, totp } = wire;
  return (onepassword ?? amazon ?? totp)?.allowed_origins;
}

/** The validator ensures that a seed has digits. */
function digitsOf({ type, digits }: { type?: string; digits?: number | null }): number | undefined {
  return type === 'totp_secret' ? (digits ?? undefined) : undefined;
}
