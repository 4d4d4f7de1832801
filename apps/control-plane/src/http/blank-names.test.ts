import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { orderAutomation } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const id = randomUUID();
const endpoint = { endpoint_name: 'named', automation: orderAutomation };
const task = { endpoint_name: 'order-lookup', input_parameters: {} };

interface Request {
  readonly operation: string;
  readonly method: 'post' | 'patch';
  readonly path: string;
  readonly member: string;
  readonly body: object;
}

const of = (
  [operation, method, path]: readonly [string, Request['method'], string],
  member = 'name',
  body: object = {},
): Request => ({ operation, method, path, member, body });

const requests = [
  of(['createApiKey', 'post', '/api/v1/api_keys']),
  of(['renameApiKey', 'patch', `/api/v1/api_keys/${id}`]),
  of(['createWorkspace', 'post', '/api/v1/workspaces']),
  of(['renameWorkspace', 'patch', `/api/v1/workspaces/${id}`]),
  of(['createIntegration', 'post', '/api/v1/integrations'], 'name', { slack: { token: 'xoxb-1' } }),
  of(['updateIntegration', 'patch', `/api/v1/integrations/${id}`]),
  of(['createSchedule', 'post', '/api/v1/schedules'], 'name', { cron: '0 7 * * *', task }),
  of(['updateSchedule', 'patch', `/api/v1/schedules/${id}`]),
  of(['createRecording', 'post', '/api/v1/recordings'], 'endpoint_name', endpoint),
  of(['updateRecording', 'patch', `/api/v1/update_recording/${id}`], 'endpoint_name'),
  of(['updateExample', 'post', '/api/v1/update_example'], 'endpoint_name', endpoint),
];

test.each(requests)(
  '422 from $operation for a blank $member',
  async ({ method, path, member, body }) => {
    for (const blank of ['   ', '\u00a0\u3000']) {
      const response = await app[method](path, { ...body, [member]: blank }).expect(422);
      expect(JSON.stringify(response.body)).toMatch(new RegExp(`${member}[^]*not blank`));
    }
  },
);
