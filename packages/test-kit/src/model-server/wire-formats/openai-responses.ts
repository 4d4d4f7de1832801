import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { dataUrl, readDataUrl } from '../base64.ts';
import { checkSchema, checkStrictSchema } from '../check-schema.ts';
import { refuseUnless, type Said, type WireFormat } from '../model-request.ts';
import { bearerKey, openaiRefusal } from './openai-refusal.ts';

const inputPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('input_text'), text: z.string() }),
  z.strictObject({ type: z.literal('input_image'), image_url: dataUrl }),
  z.strictObject({
    type: z.literal('input_file'),
    filename: z.string().min(1),
    file_data: dataUrl,
  }),
]);
const outputText = z.strictObject({ type: z.literal('output_text'), text: z.string() });
const item = z.union([
  z.strictObject({ role: z.enum(['system', 'developer']), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.array(inputPart).min(1) }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.union([z.string(), z.array(outputText)]),
    id: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
    id: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('function_call_output'),
    call_id: z.string(),
    output: z.string(),
  }),
]);
const sealedThoughts = z.strictObject({
  type: z.literal('reasoning'),
  id: z.string(),
  summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
  encrypted_content: z.literal('sealed-by-the-model-server'),
});
const body = z.strictObject({
  model: z.string().min(1),
  input: z.array(z.union([item, sealedThoughts])).min(1),
  max_output_tokens: z.int().min(16),
  store: z.literal(false),
  include: z.array(z.literal('reasoning.encrypted_content')).optional(),
  text: z
    .strictObject({
      format: z.strictObject({
        type: z.literal('json_schema'),
        name: z.string().regex(/^[\w-]{1,64}$/u),
        strict: z.boolean(),
        schema: z.unknown(),
      }),
    })
    .optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        name: z.string().regex(/^[\w-]{1,64}$/u),
        description: z.string(),
        parameters: z.unknown(),
        strict: z.boolean(),
      }),
    )
    .optional(),
  tool_choice: z.enum(['auto', 'required', 'none']).optional(),
});

/** OpenAI's `responses`. */
export const openaiResponses: WireFormat = {
  name: 'openai-responses',
  path: /^\/v1\/responses$/u,
  keyOf: bearerKey,
  read(raw) {
    const { model, input, text, tools = [] } = body.parse(raw);
    if (text) (text.format.strict ? checkStrictSchema : checkSchema)(text.format.schema);
    for (const tool of tools) (tool.strict ? checkStrictSchema : checkSchema)(tool.parameters);
    checkCalls(input);
    const parts = input.flatMap((entry) =>
      'role' in entry && entry.role === 'user' ? entry.content : [],
    );
    return {
      model,
      thoughts: input.flatMap((entry) =>
        'summary' in entry ? entry.summary.map((part) => part.text) : [],
      ),
      instructions: input
        .flatMap((entry) =>
          'role' in entry && (entry.role === 'developer' || entry.role === 'system')
            ? [entry.content]
            : [],
        )
        .join('\n'),
      texts: parts.flatMap((part) => (part.type === 'input_text' ? [part.text] : [])),
      images: parts.flatMap((part) =>
        part.type === 'input_image' ? [readDataUrl(part.image_url)] : [],
      ),
      pdfs: parts.flatMap((part) =>
        part.type === 'input_file' ? [readDataUrl(part.file_data)] : [],
      ),
      schema: text?.format.schema,
      tools: tools.map(({ name, parameters }) => ({ name, schema: parameters })),
      toolResults: input.flatMap((entry) =>
        'output' in entry ? [{ id: entry.call_id, text: entry.output }] : [],
      ),
    };
  },
  answer: (said, model) => ({
    id: `resp_${randomUUID()}`,
    object: 'response',
    created_at: 1_700_000_000,
    status: said.finish === 'length' ? 'incomplete' : 'completed',
    incomplete_details: incompleteReason(said),
    error: null,
    model,
    output: outputOf(said),
    ...(said.usage !== null && { usage: usageOf(said) }),
  }),
  refusal: openaiRefusal,
};

type InputItem = z.output<typeof body>['input'][number];

function checkCalls(input: readonly InputItem[]): void {
  const answered = new Set(input.flatMap((entry) => ('output' in entry ? [entry.call_id] : [])));
  const called = new Set(input.flatMap((entry) => ('arguments' in entry ? [entry.call_id] : [])));
  for (const id of called) refuseUnless(answered.has(id), `No tool output found for call ${id}.`);
  for (const id of answered) refuseUnless(called.has(id), `No tool call found for output ${id}.`);
}

function incompleteReason({ finish }: Said) {
  if (finish === 'length') return { reason: 'max_output_tokens' };
  return finish === 'content-filter' ? { reason: 'content_filter' } : null;
}

function outputOf(said: Said): unknown[] {
  const text = 'json' in said ? JSON.stringify(said.json) : (said.text ?? '');
  const calls = 'toolCalls' in said ? said.toolCalls : [];
  return [
    ...(said.thoughts ? [sealThoughts(said.thoughts)] : []),
    ...(text
      ? [
          {
            type: 'message',
            id: `msg_${randomUUID()}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]
      : []),
    ...calls.map(({ name, input }) => ({
      type: 'function_call',
      id: `fc_${randomUUID()}`,
      call_id: `call_${randomUUID()}`,
      name,
      arguments: JSON.stringify(input),
      status: 'completed',
    })),
  ];
}

function sealThoughts(text: string) {
  return {
    type: 'reasoning',
    id: `rs_${randomUUID()}`,
    summary: [{ type: 'summary_text', text }],
    encrypted_content: 'sealed-by-the-model-server',
  };
}

function usageOf({ usage }: Said) {
  const { input, output } = usage ?? { input: 10, output: 5 };
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}
