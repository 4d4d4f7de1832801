import { z } from 'zod';
import { optionalExpressionText } from '../../fields/expression-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { requiredText, variableName } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

const body = z.union([z.string(), z.record(z.string(), z.unknown())], {
  error: 'Give the body as an object (sent as JSON) or as a text (sent as it is).',
});

const texts = z.record(z.string(), z.string());

export const apiCall = defineAction({
  group: 'extraction',
  kind: 'api_call',
  summary: 'Sends an HTTP request outside the browser and extracts the answer.',
  idempotent: false,
  params: z.strictObject({
    url: requiredText().describe('Address to call; placeholders are allowed.'),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET').describe('Method.'),
    headers: optionalField(texts).describe(
      'Header values by name; placeholders are allowed in values.',
    ),
    body: optionalField(body).describe(
      'Body: an object is sent as JSON, a text as it is; placeholders are allowed in texts.',
    ),
    query_params: optionalField(texts).describe(
      'Query values by name; placeholders are allowed in values.',
    ),
    output_variable_names: z
      .array(variableName())
      .default(['api_result'])
      .describe('Variables that get the result: an object with status_code, headers and body.'),
    timeout: z.number().positive().default(30).describe('Longest wait for an answer, in seconds.'),
    poll_condition: optionalExpressionText().describe(
      'Condition over the result, such as body.status == "done"; the call is repeated until it holds.',
    ),
    poll_interval: z.number().min(0).default(5).describe('Wait between two calls, in seconds.'),
    max_poll_attempts: z.int().min(1).default(10).describe('Most calls in total.'),
  }),
  run: notImplemented,
});
