import { createEgressGuard } from '@errand/egress-guard';
import { createSecretProviders, Secret, type SecretReference } from '@errand/secrets';
import { startConnectServer } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { createAccountCredentials } from './account-credentials.ts';

const reference: SecretReference = {
  kind: 'onepassword',
  vaultName: 'Suppliers',
  itemName: 'Portal',
  fieldName: 'password',
  codeDigits: undefined,
};
const resources = new AsyncDisposableStack();
let app: TestApp;
/** Each vault holds the token that opens it. */
let urls: Readonly<Record<'installation' | 'account', string>>;
beforeAll(async () => {
  app = resources.use(await startTestApp());
  const open = async (token: string) => {
    const vaults = { Suppliers: { Portal: { password: token } } };
    return resources.use(await startConnectServer({ token, vaults })).url;
  };
  urls = { installation: await open('installation'), account: await open('account') };
  const { integrations } = app.dependencies;
  const settings = { connect_url: urls.account, token: 'account' };
  await integrations.create(app.accountId, { name: 'Vaults', kind: 'onepassword', settings });
});
afterAll(async () => resources[Symbol.asyncDispose]());

async function read(accountId: string, allowPrivateAddresses = true): Promise<string> {
  const token = new Secret('token', 'installation');
  const credentialsOf = createAccountCredentials({
    integrations: app.dependencies.integrations,
    egress: createEgressGuard({ allowPrivateAddresses }),
    secretCredentials: { onepassword: { kind: 'connect', url: urls.installation, token } },
  });
  const providers = createSecretProviders({ credentialsOf, timeoutMs: 2_000 });
  const signal = AbortSignal.timeout(10_000);
  const { secret } = await providers.resolve(reference, { name: 'p[0]', accountId, signal });
  return secret.reveal();
}

// service: 1Password: own account
test("opens the account's own vaults, and those of the installation for others", async () => {
  expect(await read(app.accountId)).toBe('account');
  expect(await read('00000000-0000-4000-8000-000000000000')).toBe('installation');
});

test('calls an address of a client only where such addresses may lead', async () => {
  await expect(read(app.accountId, false)).rejects.toThrow(
    /the Connect server could not be reached[^]*connect_url of the account's integration/,
  );
  const elsewhere = '00000000-0000-4000-8000-000000000000';
  expect(await read(elsewhere, false)).toBe('installation');
});

// service: AWS Secrets Manager: own account
test('names the account’s own access key to AWS', async () => {
  const { integrations } = app.dependencies;
  const settings = { access_key_id: 'AKIA1', secret_access_key: 'aws' };
  await integrations.create(app.accountId, { name: 'AWS', kind: 'aws_secrets_manager', settings });
  const credentialsOf = createAccountCredentials({
    integrations,
    egress: createEgressGuard({ allowPrivateAddresses: true }),
    secretCredentials: {},
  });
  const { amazonSecretsManager } = await credentialsOf(app.accountId);
  expect(amazonSecretsManager?.accessKeyId).toBe('AKIA1');
  expect(amazonSecretsManager?.secretAccessKey.reveal()).toBe('aws');
});
