import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defineTool, type Tool } from './define-tool.ts';
import type { Recording } from './find-recording.ts';
import { inputValue, uniqueNames } from './recording-inputs.ts';
import { runToEnd, waitSeconds } from './wait-for-end.ts';

/** Names of tools may have 64 characters. */
const LONGEST_STEM = 50;

/** Creates a tool that runs one recording and accepts its inputs as arguments. */
export function recordingAsTool({ endpoint_name: name, description, automation }: Recording): Tool {
  const inputs = Object.keys(automation.parameters.input_parameters);
  const shape = Object.fromEntries(
    inputs.map((input) => [
      input,
      inputValue.describe(`Input "${input}": a value or a list of values.`),
    ]),
  );
  return defineTool({
    name: toolName(name),
    title: name,
    description:
      `Runs the browser automation "${name}" and waits for it to end. ${description ?? ''}`.trim(),
    input: z.object({
      inputs: z.strictObject(shape),
      unique_parameter_names: uniqueNames,
      wait_seconds: waitSeconds,
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    async run(args, context) {
      const submission = {
        endpoint_name: name,
        input_parameters: args.inputs,
        ...(args.unique_parameter_names && { unique_parameter_names: args.unique_parameter_names }),
      };
      return runToEnd(submission, args.wait_seconds, context);
    },
  });
}

/** The tool that runs any recording. */
const GENERAL_TOOL = 'run_recording';

/** Unique even for names that differ only in characters that are not allowed in tool names. */
export function toolName(endpointName: string): string {
  const stem = endpointName.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST_STEM);
  const name = `run_${stem}`;
  if (stem === endpointName && name !== GENERAL_TOOL) return name;
  const digest = createHash('sha256').update(endpointName).digest('hex').slice(0, 8);
  return `${name}_${digest}`;
}
