import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { type CommandNeeds, HELD_OPEN, runCommand } from './run-command.ts';

/** Has only the engine's deadline: trying a locator never waits for an element. */
export const locateInSession = defineRoute(
  'locateInSession',
  async (needs: CommandNeeds, request) => {
    const command = { kind: 'locate', body: request.body, member: 'command' } as const;
    const body = await runCommand<ErrandSchemas['LocateAnswer']>(needs, request, command);
    return { status: 200, body };
  },
  HELD_OPEN,
);
