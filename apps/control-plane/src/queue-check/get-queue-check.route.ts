import { defineRoute } from '../http/define-route.ts';
import { toWireReport } from './write-report.ts';

export const getQueueCheck = defineRoute('getQueueCheck', async ({ checkQueue }) => ({
  status: 200,
  body: toWireReport(await checkQueue()),
}));
