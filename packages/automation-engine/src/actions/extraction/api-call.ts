import { type Expression, evaluatePollCondition, parseExpression } from '@errand/expressions';
import type { JsonValue } from '@errand/foundation';
import { z } from 'zod';
import type { ActionContext } from '../action-context.ts';
import { bindMetadata } from '../../page/downloads/bind-metadata.ts';
import { optionalExpressionText } from '../../fields/expression-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { requiredText, variableName } from '../../fields/text-fields.ts';
import { bodyValue } from '../../outside/body-value.ts';
import { defineAction } from '../define-action.ts';

/** The body goes into the task's output and into variables. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

const bodySchema = z.union([z.string(), z.record(z.string(), z.unknown())], {
  error: 'Give the body as an object (sent as JSON) or as a string (sent unchanged).',
});

const texts = z.record(z.string(), z.string());

const callParams = z.strictObject({
  url: requiredText().describe('URL to call; placeholders are allowed.'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET').describe('Method.'),
  headers: optionalField(texts).describe(
    'Header values by name; placeholders are allowed in values.',
  ),
  body: optionalField(bodySchema).describe(
    'Body: an object is sent as JSON, a string unchanged; placeholders are allowed in strings.',
  ),
  query_params: optionalField(texts).describe(
    'Query values by name; placeholders are allowed in values.',
  ),
  output_variable_names: z
    .array(variableName())
    .default(['api_result'])
    .describe(
      'Variables that get the result: an object with status_code, headers and body (JSON, else text) and, if there was no response, error (timeout or http_error) and message.',
    ),
  timeout: z.number().positive().default(30).describe('Longest wait for a response, in seconds.'),
  poll_condition: optionalExpressionText().describe(
    'Condition over the result, such as body.status == "done"; the call is repeated until it is true.',
  ),
  poll_interval: z.number().min(0).default(5).describe('Wait between two calls, in seconds.'),
  max_poll_attempts: z.int().min(1).default(10).describe('Maximum number of calls.'),
});

type CallParams = z.output<typeof callParams>;

export const apiCall = defineAction({
  group: 'extraction',
  kind: 'api_call',
  summary:
    'Sends an HTTP request outside the browser and extracts the response: status_code, headers and body (JSON, else text; integers beyond 9007199254740991 as text; null with a message if it is not text).',
  example: { url: 'https://api.example/rates', method: 'GET' },
  params: callParams,
  effects: {
    longestWait: (params) => ({ seconds: secondsOfCalls(params) }),
    repetition: ({ method }) => (method === 'GET' ? 'harmless' : 'unsafe'),
  },
  fields: { idle: ['allow_none'], expressions: { poll_condition: 'response' } },
  run: async (context, params) => {
    const {
      text,
      output: { addOutput, extraction, setVariable },
    } = context;
    const result = await callUntilMet(context, params);
    for (const name of params.output_variable_names) setVariable(text(name), result);
    addOutput({ ...extraction.outputFields, json_data: result });
    return { outcome: 'done' };
  },
});

/**
 * The pauses between calls plus one call's timeout; it is unlikely that every call takes the
 * maximum.
 */
function secondsOfCalls(calls: CallParams): number {
  if (calls.poll_condition === undefined) return calls.timeout;
  return calls.timeout + calls.poll_interval * (calls.max_poll_attempts - 1);
}

type ApiResult = Readonly<Record<string, JsonValue>>;

/**
 * Makes one call, or repeats it until the condition holds or the attempts are used up. Returns the
 * last result either way, so the automation can inspect it.
 */
async function callUntilMet(context: ActionContext, params: CallParams): Promise<ApiResult> {
  const { poll_condition: source, poll_interval: interval, max_poll_attempts: most } = params;
  const condition = source === undefined ? undefined : parseExpression(source);
  for (let attempt = 1; ; attempt += 1) {
    const result = await call(context, params);
    if (!condition || 'error' in result) return result;
    const problem = whyNotMet(condition, result, context);
    if (problem === undefined) return result;
    if (attempt >= most) {
      context.output.warn('poll condition not met', { attempts: attempt, problem });
      return result;
    }
    await context.pause(interval * 1000);
  }
}

function whyNotMet(
  condition: Expression,
  response: ApiResult,
  { bindings }: ActionContext,
): string | undefined {
  const poll = evaluatePollCondition(condition, { response, bindings });
  if (poll.kind === 'error') return poll.error.message;
  return poll.isMet ? undefined : 'it is false';
}

async function call(context: ActionContext, params: CallParams): Promise<ApiResult> {
  const {
    text,
    outside: { callOutside },
  } = context;
  const isJson = typeof params.body === 'object';
  const answer = await callOutside(withQuery(text(params.url).trim(), params, context), {
    method: params.method,
    headers: {
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...lowerCaseNames(bindValues(params.headers, context)),
    },
    body: writeBody(params.body, context),
    timeoutMs: params.timeout * 1000,
    maxBytes: MAX_BODY_BYTES,
  });
  if (answer.kind === 'answer') {
    const { status, headers } = answer;
    const body = bodyValue(answer.body, headers['content-type']);
    const message = body === undefined ? { message: 'The body is not text.' } : {};
    return { status_code: status, headers, body: body ?? null, ...message };
  }
  const { error, message } = answer;
  return { error, message, status_code: null, body: null, headers: {} };
}

function writeBody(body: CallParams['body'], { bindings, text }: ActionContext) {
  if (body === undefined) return undefined;
  return typeof body === 'string' ? text(body) : JSON.stringify(bindMetadata(body, bindings));
}

/**
 * Edits the address as text: parsing it would hide the host's original spelling from the egress
 * rules.
 */
function withQuery(url: string, params: CallParams, context: ActionContext): string {
  const query = new URLSearchParams(bindValues(params.query_params, context)).toString();
  if (query === '') return url;
  const [address = '', ...fragment] = url.split('#');
  const separator = address.includes('?') ? '&' : '?';
  return [`${address}${separator}${query}`, ...fragment].join('#');
}

function bindValues(
  values: Readonly<Record<string, string>> = {},
  { text }: ActionContext,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]));
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
