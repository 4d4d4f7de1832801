import { defineRoute } from '../http/define-route.ts';
import type { PauseStore } from './pause-store.ts';
import { writeListedPause } from './write-pause.ts';

export const listPauses = defineRoute(
  'listPauses',
  async ({ pauses }: { readonly pauses: PauseStore }) => ({
    status: 200,
    body: { pauses: (await pauses.list()).map(writeListedPause) },
  }),
);
