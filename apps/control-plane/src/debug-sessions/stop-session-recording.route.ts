import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { type CommandNeeds, HELD_OPEN, runCommand } from './run-command.ts';

/** The default in the document. */
const USUAL = { replay: true };

/** Ends the recording and, unless declined, replays it. */
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
