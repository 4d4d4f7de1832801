import { defineRoute } from '../http/define-route.ts';

/** The worker has ended the browser of a warm session. */
export const endSession = defineRoute('endSession', async () => ({ status: 204 }));
