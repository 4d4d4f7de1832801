import { defineRoute } from '../http/define-route.ts';

/** A worker that has ended everything says goodbye. */
export const endRegistration = defineRoute(
  'endRegistration',
  async ({ workerRegister }, { worker }) => {
    await workerRegister.end(worker.registrationId);
    return { status: 204 };
  },
);
