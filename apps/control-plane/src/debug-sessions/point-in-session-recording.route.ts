import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { type CommandNeeds, HELD_OPEN, runCommand } from './run-command.ts';

/** Sets what a person's next click means. */
export const pointInSessionRecording = defineRoute(
  'pointInSessionRecording',
  async (needs: CommandNeeds, request) => {
    const command = { kind: 'recording', body: { action: 'point', ...request.body } } as const;
    const body = await runCommand<ErrandSchemas['SessionRecordingAnswer']>(needs, request, command);
    return { status: 200, body };
  },
  HELD_OPEN,
);
