import { Secret, type SecretCredentials } from '@errand/secrets';
import { startConnectServer, startSecretsManagerServer } from '@errand/test-kit';
import type { Dependencies } from '../dependencies.ts';
import { SECRET_PROVIDER_NAMES } from '../secret-grants/secret-grant.ts';

/** The value of the secret in both vaults; also valid as a seed of one-time codes. */
export const vaultValue = 'MFRGGZDFMZTWQ2LK';

/** The locations of `vaultValue` in 1Password and in AWS. */
export const onePasswordPlace = {
  vault_name: 'Suppliers',
  item_name: 'Portal',
  field_name: 'password',
};
export const amazonPlace = { secret_name: 'portal', region_name: 'eu-central-1' };
/** The secret in AWS is a JSON object with the value at this key. */
export const amazonKey = 'password';

interface Vaults extends AsyncDisposable {
  /** Credentials for both. */
  readonly credentials: SecretCredentials;
  /** Number of requests so far. */
  readonly countRequests: () => number;
}

/** Lets the account read every secret of the installation at these origins. */
export async function grantVaults(
  { secretGrants }: Pick<Dependencies, 'secretGrants'>,
  accountId: string,
  origins: readonly string[] = ['https://portal.example'],
): Promise<void> {
  for (const provider of SECRET_PROVIDER_NAMES) {
    await secretGrants.grant({ accountId, provider, vault: '*', item: '*', origins });
  }
}

/** A 1Password Connect server and an AWS Secrets Manager, each with one secret. */
export async function startVaults(): Promise<Vaults> {
  await using owned = new AsyncDisposableStack();
  const token = 'connect-token';
  const connect = owned.use(
    await startConnectServer({
      token,
      vaults: { Suppliers: { Portal: { password: vaultValue } } },
    }),
  );
  const accessKey = { id: 'AKIATEST', secret: 'aws-secret-key' };
  const amazon = owned.use(
    await startSecretsManagerServer({
      accessKey,
      regionName: amazonPlace.region_name,
      secrets: { portal: JSON.stringify({ [amazonKey]: vaultValue }) },
    }),
  );
  const resources = owned.move();
  return {
    countRequests: () => connect.requests.length + amazon.requests.length,
    credentials: {
      onepassword: { kind: 'connect', url: connect.url, token: new Secret('token', token) },
      amazonSecretsManager: {
        accessKeyId: accessKey.id,
        secretAccessKey: new Secret('key', accessKey.secret),
        endpoint: amazon.url,
      },
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
