import type { EgressGuard } from '@errand/egress-guard';
import { Secret, type SecretCredentials } from '@errand/secrets';
import type { IntegrationStore } from './integration-store.ts';

/** Credentials from an account's own integrations. They never include those of the installation. */
export function createAccountCredentials({
  integrations,
  egress,
  amazonEndpoint,
}: {
  readonly integrations: Pick<IntegrationStore, 'settingsOf'>;
  readonly egress: EgressGuard;
  /** Endpoint of AWS Secrets Manager. Default: the endpoint of the region. */
  readonly amazonEndpoint?: string | undefined;
}): (accountId: string) => Promise<SecretCredentials> {
  return async (accountId) => {
    const [vaults] = await integrations.settingsOf(accountId, 'onepassword');
    const [amazon] = await integrations.settingsOf(accountId, 'aws_secrets_manager');
    return {
      onepassword: vaults && openVaults(vaults, egress),
      amazonSecretsManager: amazon && {
        accessKeyId: amazon.access_key_id,
        secretAccessKey: new Secret('secret_access_key', amazon.secret_access_key),
        endpoint: amazonEndpoint,
      },
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
