import { defineRoute } from '../http/define-route.ts';

export const checkLiveness = defineRoute('checkLiveness', async () => ({
  status: 200,
  body: { status: 'live' },
}));
