import { defineRoute } from '../http/define-route.ts';
import type { WorkerRegister } from './worker-register.ts';

/** A worker that has ended everything says goodbye. */
export const endRegistration = defineRoute(
  'endRegistration',
  async ({ workerRegister }: { readonly workerRegister: WorkerRegister }, { worker }) => {
    await workerRegister.end(worker.registrationId);
    return { status: 204 };
  },
);
