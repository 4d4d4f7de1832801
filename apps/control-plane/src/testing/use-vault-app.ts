import { startConnectServer } from '@errand/test-kit';
import { afterAll, beforeEach } from '@jest/globals';
import type supertest from 'supertest';
import type { NewGrant } from '../secret-grants/secret-grant-store.ts';
import { orderSubmission, startTestApp } from './start-test-app.ts';
import { amazonKey, amazonPlace, onePasswordPlace, startVaults } from './start-vaults.ts';

export const portal = 'https://portal.example';

/** Headers of a submission for a local inference server. */
export const onLocalServer = { 'x-inference-target': 'local', 'x-local-server-id': 'desk' };

/** The secret in 1Password, as a parameter of a task. */
export function onepassword(more: object = {}) {
  return { onepassword: { ...onePasswordPlace, ...more } };
}

/** The secret in AWS, as a parameter of a task. */
export function amazon(more: object = {}) {
  return { amazon_secrets_manager: { ...amazonPlace, key: amazonKey, ...more } };
}

/**
 * Starts an app whose installation has credentials for two vaults, for the tests of a file. Each
 * test begins without tasks, grants and integrations.
 */
export async function useVaultApp() {
  await using stack = new AsyncDisposableStack();
  const vaults = stack.use(await startVaults());
  const app = stack.use(await startTestApp({ secretCredentials: vaults.credentials }));
  const resources = stack.move();
  beforeEach(async () => {
    await app.database.pool.query(
      'DELETE FROM tasks; DELETE FROM login_queues; DELETE FROM secret_grants; DELETE FROM integrations; DELETE FROM pgboss.job',
    );
  });
  afterAll(async () => resources[Symbol.asyncDispose]());

  return {
    app,
    vaults,
    /** Submits a task with this secret. */
    submit: (parameter: object, headers: Record<string, string> = {}): supertest.Test => {
      const submission = { ...orderSubmission, secure_parameters: { code: [parameter] } };
      return app.post('/api/v1/inference', submission).set(headers);
    },
    /** Grants the account the secret in 1Password, and returns the id of the grant. */
    grant: async (more: Partial<NewGrant> = {}): Promise<string> => {
      const { grantId } = await app.dependencies.secretGrants.grant({
        accountId: app.accountId,
        provider: 'onepassword',
        vault: 'Suppliers',
        item: 'Portal',
        origins: [portal],
        ...more,
      });
      return grantId;
    },
    /** Gives the account its own vault, whose item Portal has a different value. */
    bringOwnVault: async (value: string): Promise<AsyncDisposable> => {
      const content = { Suppliers: { Portal: { password: value } } };
      const server = await startConnectServer({ token: 'own', vaults: content });
      const settings = { connect_url: server.url, token: 'own' };
      const { integrations } = app.dependencies;
      await integrations.create(app.accountId, { name: 'Own', kind: 'onepassword', settings });
      return server;
    },
  };
}
