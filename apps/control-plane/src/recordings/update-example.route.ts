import {
  type Automation,
  InvalidAutomationError,
  lintAutomation,
  parseAutomation,
} from '@errand/automation-engine/automation';
import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';

/** Stores what the author sent, not what parsing makes of it: an explicit value stays explicit. */
export const updateExample = defineRoute(
  'updateExample',
  async ({ recordings }, { body, accountId }) => {
    const warnings = lintAutomation(readAutomation(body.automation));
    const { recordingId, version, isCreated } = await recordings.save(accountId, {
      endpointName: body.endpoint_name,
      description: body.description,
      automation: body.automation,
    });
    return {
      status: 200,
      body: {
        success: true,
        recording_id: recordingId,
        version,
        message: `The recording is ${isCreated ? 'created' : 'updated'}.`,
        warnings: warnings.map(({ path, ...warning }) => ({ path: [...path], ...warning })),
      },
    };
  },
);

function readAutomation(automation: unknown): Automation {
  try {
    return parseAutomation(automation);
  } catch (error) {
    if (!(error instanceof InvalidAutomationError)) throw error;
    throw new InvalidRequestError(
      error.issues.map(({ path, message }) => ({
        loc: ['body', 'automation', ...path],
        msg: message,
        type: 'automation',
      })),
    );
  }
}
