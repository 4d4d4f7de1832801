/**
 * Where a secret is stored. `codeDigits` means that the stored value is the seed of one-time codes
 * with this many digits.
 */
export type SecretReference =
  | {
      readonly kind: 'onepassword';
      readonly vaultName: string;
      readonly itemName: string;
      readonly fieldName: string;
      readonly codeDigits?: number | undefined;
    }
  | {
      readonly kind: 'amazon-secrets-manager';
      readonly secretName: string;
      readonly regionName: string;
      /** Member to read from a secret that is a JSON object. Default: the whole secret. */
      readonly key?: string | undefined;
      readonly codeDigits?: number | undefined;
    }
  | { readonly kind: 'totp'; readonly seed: string; readonly codeDigits: number };

export type OnePasswordReference = Extract<SecretReference, { kind: 'onepassword' }>;
export type AmazonReference = Extract<SecretReference, { kind: 'amazon-secrets-manager' }>;
