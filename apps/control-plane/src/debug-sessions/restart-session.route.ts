import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { type CommandNeeds, HELD_OPEN, runCommand } from './run-command.ts';

export const restartSession = defineRoute(
  'restartSession',
  async (needs: CommandNeeds, request) => {
    const command = { kind: 'restart', body: request.body ?? {}, member: 'until' } as const;
    const body = await runCommand<ErrandSchemas['StepsAnswer']>(needs, request, command);
    return { status: 200, body };
  },
  HELD_OPEN,
);
