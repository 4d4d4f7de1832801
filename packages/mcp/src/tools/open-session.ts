import { dataOf, type Errand } from '@errand/client';
import { z } from 'zod';
import { automationObject } from './automation-object.ts';
import { answer, defineTool } from './define-tool.ts';
import { findRecordingId } from './find-recording.ts';
import { followSession, type Session, summarizeSession } from './follow-session.ts';
import { inputValues, uniqueNames } from './recording-inputs.ts';

export const openSession = defineTool({
  name: 'open_session',
  title: 'Open a debug session',
  description:
    'Opens a browser in which steps of an automation can be tried one by one: on a page (url), on an automation, or on a recording. Then use snapshot, try_locator and try_step with its session_id, save_automation with the steps that work, and close_session. It holds a worker slot until then.',
  input: z.object({
    url: z.string().min(1).optional().describe('Page to start on.'),
    automation: automationObject.optional(),
    recording: z.string().min(1).optional().describe('Endpoint name of a recording.'),
    version: z
      .int()
      .min(1)
      .optional()
      .describe('Version of the recording. Default: the current one.'),
    until: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Path of a node, such as nodes[2]. The nodes before it run first. If it is never reached, as in a branch that is not taken, the session stops before the next node.',
      ),
    inputs: inputValues.describe(
      'Values of the input parameters. One that is left out takes its example values.',
    ),
    unique_parameter_names: uniqueNames,
    idle_seconds: z
      .int()
      .min(30)
      .max(600)
      .default(300)
      .describe('The session ends when no tool has used it for this long.'),
    wait_seconds: z.int().min(0).max(600).default(45).describe('How long to wait for its browser.'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  async run({ recording, inputs, wait_seconds: seconds, ...args }, context) {
    const { errand, signal } = context;
    const { url, automation, version, until, unique_parameter_names: unique } = args;
    const body = {
      idle_seconds: args.idle_seconds,
      ...(url !== undefined && { url }),
      ...(automation && { automation }),
      ...(recording !== undefined && {
        recording_id: await findRecordingId(errand, recording, signal),
      }),
      ...(version !== undefined && { version }),
      ...(until !== undefined && { until }),
      ...(Object.keys(inputs).length > 0 && { input_parameters: inputs }),
      ...(unique && { unique_parameter_names: unique }),
    };
    const { session } = await dataOf(errand.api.POST('/api/v1/sessions', { body, signal }));
    try {
      const followed = await followSession(session, { isReached: isOpen, seconds }, context);
      return answer(summarizeSession(followed));
    } catch (error) {
      // The caller never learns its ID, so nobody else can close it.
      await closeUnseen(errand, session.session_id, error);
      throw error;
    }
  },
});

/** `why` it is closed. Throws an error with both reasons and the ID if it may still be open. */
async function closeUnseen(errand: Errand, id: string, why: unknown): Promise<void> {
  try {
    await errand.sessions.at(id).close();
  } catch (error) {
    const message = `The session did not open (${reasonOf(why)}), and session ${id} may still be open: ${reasonOf(error)}`;
    throw new Error(message, { cause: error });
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const isOpen = ({ state }: Session): boolean => state !== 'opening';
