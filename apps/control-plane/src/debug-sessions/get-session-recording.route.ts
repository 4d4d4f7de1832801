import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { type CommandNeeds, HELD_OPEN, runCommand } from './run-command.ts';

export const getSessionRecording = defineRoute(
  'getSessionRecording',
  async (needs: CommandNeeds, request) => {
    const command = { kind: 'recording', body: { action: 'read' } } as const;
    const body = await runCommand<ErrandSchemas['SessionRecordingAnswer']>(needs, request, command);
    return { status: 200, body };
  },
  HELD_OPEN,
);
