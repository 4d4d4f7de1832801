import { defineRoute } from '../http/define-route.ts';
import type { WorkerRegister } from './worker-register.ts';

/** Ends the registration of a worker that has finished all its work. */
export const endRegistration = defineRoute(
  'endRegistration',
  async ({ workerRegister }: { readonly workerRegister: WorkerRegister }, { worker }) => {
    await workerRegister.end(worker.registrationId);
    return { status: 204 };
  },
);
