import { dataOf, type Errand } from '@errand/client';
import { z } from 'zod';
import { automationObject } from './automation-object.ts';
import { answer, defineTool } from './define-tool.ts';
import { everyRecording, type Recording } from './find-recording.ts';
import { inputValues, uniqueNames } from './recording-inputs.ts';
import { runToEnd, waitSeconds } from './wait-for-end.ts';

const endpointName = z.string().min(1).describe('Endpoint name of the recording.');

const MAX_LISTED = 100;

export const listRecordings = defineTool({
  name: 'list_recordings',
  title: 'List recordings',
  description:
    'Lists stored browser automations of all workspaces with their descriptions and the names of their inputs. If has_more is true, name_pattern finds the others.',
  input: z.object({
    name_pattern: z
      .string()
      .optional()
      .describe('Regular expression that the endpoint name must match anywhere, ignoring case.'),
    limit: z.int().min(1).max(MAX_LISTED).default(MAX_LISTED),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run(args, { errand, signal }) {
    const filter = args.name_pattern === undefined ? {} : { endpoint_name: args.name_pattern };
    // One more than is shown, to know whether there are more.
    const found = await findRecordings(errand, args.limit + 1, { filter, signal });
    const recordings = found.slice(0, args.limit).map(summarizeRecording);
    return answer({ recordings, has_more: found.length > args.limit });
  },
});

export const runRecording = defineTool({
  name: 'run_recording',
  title: 'Run a recording',
  description:
    'Runs a stored browser automation as a task and waits for it to end. It acts on real web sites. A secret belongs in the recording as a secure parameter, not in an input.',
  input: z.object({
    name: endpointName,
    inputs: inputValues,
    unique_parameter_names: uniqueNames,
    wait_seconds: waitSeconds,
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  async run(args, context) {
    const submission = {
      endpoint_name: args.name,
      input_parameters: args.inputs,
      ...(args.unique_parameter_names && { unique_parameter_names: args.unique_parameter_names }),
    };
    return runToEnd(submission, args.wait_seconds, context);
  },
});

export const checkAutomation = defineTool({
  name: 'check_automation',
  title: 'Check an automation',
  description:
    'Reports every fault in an automation and likely mistakes, and stores nothing. Read errand://automation-schema and errand://locator-guide first.',
  input: z.object({ automation: automationObject }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ automation }, { errand, signal }) =>
    answer(
      await dataOf(errand.api.POST('/api/v1/automations/check', { body: { automation }, signal })),
    ),
});

export const saveAutomation = defineTool({
  name: 'save_automation',
  title: 'Save an automation',
  description:
    'Stores an automation as a new recording, or as a new version of the one with this name. Later runs use it; older versions are kept. Warnings name likely mistakes. Call check_automation first.',
  input: z.object({
    name: endpointName,
    base_version: z
      .int()
      .min(0)
      .default(0)
      .describe(
        'Version of the recording that you read and changed, as in list_recordings; 0 for a new recording. If somebody else has stored another version since, nothing is stored.',
      ),
    automation: automationObject,
    description: z.string().max(10_000).optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  async run({ name, base_version, automation, description }, { errand, signal }) {
    const body = {
      endpoint_name: name,
      base_version,
      automation,
      ...(description !== undefined && { description }),
    };
    return answer(await dataOf(errand.api.POST('/api/v1/update_example', { body, signal })));
  },
});

interface Search {
  readonly filter?: { readonly endpoint_name?: string };
  readonly signal?: AbortSignal;
}

/** Returns the account's first recordings, those of its default workspace before the others. */
export async function findRecordings(
  errand: Errand,
  limit: number,
  { filter, signal }: Search = {},
): Promise<Recording[]> {
  const recordings: Recording[] = [];
  for await (const recording of everyRecording(errand, filter, signal)) {
    // Summaries are included only on request.
    if ('automation' in recording) recordings.push(recording);
    if (recordings.length === limit) break;
  }
  return recordings;
}

/** Leaves out the example values of inputs, which may be private. */
function summarizeRecording({
  endpoint_name,
  description,
  version,
  automation,
}: Recording): object {
  return {
    name: endpoint_name,
    description,
    version,
    start_url: automation.url,
    inputs: Object.keys(automation.parameters.input_parameters),
    secrets: Object.keys(automation.parameters.secure_parameters ?? {}),
  };
}
