import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { writeLease } from '../leases/write-lease.ts';
import { orderSubmission } from '../testing/start-test-app.ts';
import {
  amazon,
  onLocalServer,
  onepassword,
  portal,
  useVaultApp,
} from '../testing/use-vault-app.ts';

// A local inference server tries to reach secrets that do not belong to its account or its task.
const bound = { allowed_origins: [portal] };
const { app, vaults, submit, grant, bringOwnVault } = await useVaultApp();

interface LocalLease {
  readonly task_id: string;
  readonly worker_id: string;
  readonly lease_epoch: number;
  readonly lease_secret: string;
}

const resolveLocally = (lease: LocalLease, origin: string, apiKey = app.apiKey): supertest.Test =>
  supertest(app.app)
    .post(`/worker/v1/tasks/${lease.task_id}/secrets`)
    .set('x-api-key', apiKey)
    .send({
      worker_id: lease.worker_id,
      lease_epoch: lease.lease_epoch,
      lease_secret: lease.lease_secret,
      name: 'code',
      index: 0,
      origin,
    });

// proves operation: submitTask
test('403 for a local inference server, however broad the grant', async () => {
  await grant({ vault: '*', item: '*' });
  await grant({ provider: 'aws_secrets_manager', vault: '*', item: '*' });
  for (const secret of [onepassword(bound), amazon(bound)]) {
    const { body } = await submit(secret, onLocalServer).expect(403);
    expect(body.message).toMatch(/reads only the vaults of its account's integrations/);
  }
});

// proves operation: resolveSecret
test("403 for a local server's task that was stored before the check existed", async () => {
  await grant({ vault: '*', item: '*' });
  const { accountId } = app;
  const task = {
    endpoint_name: 'order',
    input_parameters: orderSubmission.input_parameters,
    secure_parameters: { code: [onepassword(bound)] },
    serverId: 'desk',
  };
  const { lease, workerId } = await app.dependencies.tasks.submitLocal(accountId, task);
  const held = { ...writeLease(lease), worker_id: workerId };
  const asked = vaults.countRequests();
  const { body } = await resolveLocally(held, portal).expect(403);
  expect(body.error.message).toMatch(/a local inference server reads only the vaults/);
  expect(vaults.countRequests()).toBe(asked);
});

test("200 for a local server from its account's vault, only at the origins of the reference", async () => {
  await using _vault = await bringOwnVault('its own value');
  const { body: unbound } = await submit(onepassword(), onLocalServer).expect(403);
  expect(unbound.message).toMatch(/Give it allowed_origins/);

  const { body } = await submit(onepassword(bound), onLocalServer).expect(202);
  const { lease } = body;
  expect((await resolveLocally(lease, portal).expect(200)).body.value).toBe('its own value');
  for (const origin of [
    'https://evil.example',
    'null',
    `${portal}/`,
    'https://www.portal.example',
  ]) {
    await resolveLocally(lease, origin).expect(403);
  }
});

test('401, 404 and 409 for a local server under the lease of another task', async () => {
  await using _vault = await bringOwnVault('its own value');
  await grant();
  const { body } = await submit(onepassword(bound), onLocalServer).expect(202);
  const { lease } = body;
  await submit(amazon()).expect(403);
  const { body: fleet } = await app.post('/api/v1/inference', orderSubmission).expect(202);

  // A task of the fleet, with its account's key.
  await resolveLocally({ ...lease, task_id: fleet.task_id }, portal).expect(404);
  // The id of the fleet's worker.
  await resolveLocally({ ...lease, worker_id: 'worker-a1' }, portal).expect(401);
  // Another server, or another lease, of the same account.
  await resolveLocally({ ...lease, worker_id: `${lease.worker_id}2` }, portal).expect(409);
  await resolveLocally({ ...lease, lease_epoch: 2 }, portal).expect(409);
  // Another account's key, with either account's worker ids.
  await resolveLocally(lease, portal, app.otherApiKey).expect(401);
  const owner = await app.dependencies.apiKeys.findOwner(app.otherApiKey);
  const stranger = { ...lease, worker_id: `local.${owner?.accountId}.desk` };
  await resolveLocally(stranger, portal, app.otherApiKey).expect(404);

  await app.post(`/api/v1/tasks/${lease.task_id}/cancel`).expect(202);
  const failure = { class: 'cancelled', message: 'Over.', retry: 'never' };
  await supertest(app.app)
    .post(`/worker/v1/tasks/${lease.task_id}/fail`)
    .set('x-api-key', app.apiKey)
    .send({
      worker_id: lease.worker_id,
      lease_epoch: lease.lease_epoch,
      lease_secret: lease.lease_secret,
      error: failure,
      output_data: [],
      for_loop_status: [],
    })
    .expect(200);
  await resolveLocally(lease, portal).expect(409);
});
