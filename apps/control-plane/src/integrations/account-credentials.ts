import type { EgressGuard } from '@errand/egress-guard';
import { Secret, type SecretCredentials } from '@errand/secrets';
import type { IntegrationStore } from './integration-store.ts';

/** What opens the vaults of an account: its own integrations; for a kind that it has none of, those of the installation. */
export function createAccountCredentials({
  integrations,
  egress,
  secretCredentials: installation,
}: {
  readonly integrations: Pick<IntegrationStore, 'settingsOf'>;
  readonly egress: EgressGuard;
  /** Those of the installation. */
  readonly secretCredentials: SecretCredentials;
}): (accountId: string) => Promise<SecretCredentials> {
  return async (accountId) => {
    const [vaults] = await integrations.settingsOf(accountId, 'onepassword');
    const [amazon] = await integrations.settingsOf(accountId, 'aws_secrets_manager');
    return {
      onepassword: vaults ? openVaults(vaults, egress) : installation.onepassword,
      amazonSecretsManager: amazon
        ? {
            accessKeyId: amazon.access_key_id,
            secretAccessKey: new Secret('secret_access_key', amazon.secret_access_key),
            endpoint: installation.amazonSecretsManager?.endpoint,
          }
        : installation.amazonSecretsManager,
    };
  };
}

function openVaults(
  {
    connect_url: url,
    token,
  }: { readonly connect_url?: string | undefined; readonly token: string },
  egress: EgressGuard,
): SecretCredentials['onepassword'] {
  const secret = new Secret('token', token);
  if (url === undefined) return { kind: 'service-account', token: secret };
  return { kind: 'connect', url, token: secret, egress };
}
