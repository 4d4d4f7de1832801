import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { type CommandNeeds, HELD_OPEN, runCommand } from './run-command.ts';

export const setSessionVariables = defineRoute(
  'setSessionVariables',
  async (needs: CommandNeeds, request) => {
    const command = { kind: 'set_variables', body: request.body, member: 'variables' } as const;
    const body = await runCommand<ErrandSchemas['VariablesAnswer']>(needs, request, command);
    return { status: 200, body };
  },
  HELD_OPEN,
);
