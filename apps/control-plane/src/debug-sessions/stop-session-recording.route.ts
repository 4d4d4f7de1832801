import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { type CommandNeeds, HELD_OPEN, runCommand } from './run-command.ts';

/** As the document says. */
const USUAL = { replay: true };

/** Ends the recording, and replays it unless that is not wanted. */
export const stopSessionRecording = defineRoute(
  'stopSessionRecording',
  async (needs: CommandNeeds, request) => {
    const command = {
      kind: 'recording',
      body: { action: 'stop', ...USUAL, ...request.body },
    } as const;
    const body = await runCommand<ErrandSchemas['SessionRecordingAnswer']>(needs, request, command);
    return { status: 200, body };
  },
  HELD_OPEN,
);
