import { createEgressGuard } from '@errand/egress-guard';
import { createSecretProviders, type SecretReference } from '@errand/secrets';
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
beforeAll(async () => {
  app = resources.use(await startTestApp());
  const vaults = { Suppliers: { Portal: { password: 'account' } } };
  const { url } = resources.use(await startConnectServer({ token: 'account', vaults }));
  const { integrations } = app.dependencies;
  const settings = { connect_url: url, token: 'account' };
  await integrations.create(app.accountId, { name: 'Vaults', kind: 'onepassword', settings });
});
afterAll(async () => resources[Symbol.asyncDispose]());

function ownCredentials(allowPrivateAddresses = true) {
  return createAccountCredentials({
    integrations: app.dependencies.integrations,
    egress: createEgressGuard({ allowPrivateAddresses }),
    amazonEndpoint: 'https://aws.example',
  });
}

async function read(allowPrivateAddresses = true): Promise<string> {
  const credentials = await ownCredentials(allowPrivateAddresses)(app.accountId);
  const providers = createSecretProviders({ timeoutMs: 2_000 });
  const signal = AbortSignal.timeout(10_000);
  const { secret } = await providers.resolve(reference, { name: 'p[0]', credentials, signal });
  return secret.reveal();
}

// proves service: 1Password: own account
test("opens only the account's own vaults", async () => {
  expect(await read()).toBe('account');
  expect(await ownCredentials()('00000000-0000-4000-8000-000000000000')).toEqual({});
});

test("calls a client's private address only where such addresses are allowed", async () => {
  await expect(read(false)).rejects.toThrow(
    /the Connect server could not be reached[^]*connect_url of the account's integration/,
  );
});

// proves service: AWS Secrets Manager: own account
test('uses the account’s own access key for AWS', async () => {
  const { integrations } = app.dependencies;
  const settings = { access_key_id: 'AKIA1', secret_access_key: 'aws' };
  await integrations.create(app.accountId, { name: 'AWS', kind: 'aws_secrets_manager', settings });
  const { amazonSecretsManager } = await ownCredentials()(app.accountId);
  expect(amazonSecretsManager?.accessKeyId).toBe('AKIA1');
  expect(amazonSecretsManager?.secretAccessKey.reveal()).toBe('aws');
  expect(amazonSecretsManager?.endpoint).toBe('https://aws.example');
});
