import type { WorkerProtocol } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import type { WorkerRegister } from './worker-register.ts';
import { writeProtocol } from './write-protocol.ts';

/** Prefix of the worker ids of local inference servers. */
const LOCAL_PREFIX = 'local.';

/** Exchanges the token of a pool for a registration with its own token. */
export const registerWorker = defineRoute(
  'registerWorker',
  async (
    {
      workerRegister,
      ownAddresses,
      workerProtocol,
    }: {
      readonly workerRegister: WorkerRegister;
      readonly ownAddresses: readonly string[];
      readonly workerProtocol: WorkerProtocol;
    },
    { pool, body },
  ) => {
    if (body.worker_id.startsWith(LOCAL_PREFIX)) {
      const msg = `begins with "${LOCAL_PREFIX}", which is for local inference servers: choose another`;
      throw new InvalidRequestError([{ loc: ['body', 'worker_id'], msg, type: 'reserved' }]);
    }
    const { token, labels, expiresAt, isDraining } = await workerRegister.register(pool, {
      workerId: body.worker_id,
      version: body.worker_version,
      protocol: body.protocol,
      slots: body.slots,
      labels: body.labels,
      features: body.features,
      screen: body.screen,
    });
    return {
      status: 201,
      body: {
        token,
        labels: [...labels],
        expires_at: expiresAt.toISOString(),
        closed_addresses: [...ownAddresses],
        ...writeProtocol(workerProtocol),
        draining: isDraining,
      },
    };
  },
);
