import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { type CommandNeeds, HELD_OPEN, runCommand } from './run-command.ts';

export const getSessionSnapshot = defineRoute(
  'getSessionSnapshot',
  async (needs: CommandNeeds, request) => {
    const command = { kind: 'snapshot', body: {} } as const;
    const body = await runCommand<ErrandSchemas['SnapshotAnswer']>(needs, request, command);
    return { status: 200, body };
  },
  HELD_OPEN,
);
