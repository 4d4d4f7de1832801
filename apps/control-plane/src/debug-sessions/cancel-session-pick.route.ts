import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { type CommandNeeds, HELD_OPEN, runCommand } from './run-command.ts';

export const cancelSessionPick = defineRoute(
  'cancelSessionPick',
  async (needs: CommandNeeds, request) => {
    const command = { kind: 'cancel_pick', body: {} } as const;
    const body = await runCommand<ErrandSchemas['CancelledAnswer']>(needs, request, command);
    return { status: 200, body };
  },
  HELD_OPEN,
);
