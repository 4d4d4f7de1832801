import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { dataUrl, readDataUrl } from '../base64.ts';
import { checkSchema, checkStrictSchema } from '../check-schema.ts';
import { refuseUnless, type Said, type WireFormat } from '../model-request.ts';
import { bearerKey, openaiRefusal } from './openai-refusal.ts';

const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image_url'), image_url: z.strictObject({ url: dataUrl }) }),
  z.strictObject({
    type: z.literal('file'),
    file: z.strictObject({ filename: z.string().min(1), file_data: dataUrl }),
  }),
]);
const toolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
});
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.enum(['system', 'developer']), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.union([z.string(), z.array(part).min(1)]) }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    tool_calls: z.array(toolCall).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
]);
const body = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  max_tokens: z.int().min(1).optional(),
  max_completion_tokens: z.int().min(1).optional(),
  store: z.boolean().optional(),
  response_format: z
    .strictObject({
      type: z.literal('json_schema'),
      json_schema: z.strictObject({
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
        function: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/u),
          description: z.string(),
          parameters: z.unknown(),
          strict: z.boolean().optional(),
        }),
      }),
    )
    .optional(),
  tool_choice: z.enum(['auto', 'required', 'none']).optional(),
});

type ChatMessage = z.output<typeof message>;

/** OpenAI's older `chat/completions`, which many other servers implement too. */
export const openaiChat: WireFormat = {
  name: 'openai-chat',
  path: /^\/v1\/chat\/completions$/u,
  keyOf: bearerKey,
  read(raw) {
    const { model, messages, response_format: format, tools = [] } = body.parse(raw);
    const { schema, strict } = format?.json_schema ?? {};
    if (schema !== undefined) (strict ? checkStrictSchema : checkSchema)(schema);
    for (const tool of tools) checkSchema(tool.function.parameters);
    checkCalls(messages);
    const parts = messages.flatMap(userParts);
    return {
      model,
      instructions: messages
        .flatMap(({ role, content }) =>
          role === 'system' || role === 'developer' ? [content] : [],
        )
        .join('\n'),
      texts: parts.flatMap((entry) => (entry.type === 'text' ? [entry.text] : [])),
      images: parts.flatMap((entry) =>
        entry.type === 'image_url' ? [readDataUrl(entry.image_url.url)] : [],
      ),
      pdfs: parts.flatMap((entry) =>
        entry.type === 'file' ? [readDataUrl(entry.file.file_data)] : [],
      ),
      schema,
      tools: tools.map((tool) => ({ name: tool.function.name, schema: tool.function.parameters })),
      toolResults: messages.flatMap((entry) =>
        entry.role === 'tool' ? [{ id: entry.tool_call_id, text: entry.content }] : [],
      ),
    };
  },
  answer: (said, model) => ({
    id: `chatcmpl-${randomUUID()}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [
      { index: 0, message: messageOf(said), finish_reason: finishReason(said), logprobs: null },
    ],
    ...(said.usage !== null && { usage: usageOf(said) }),
  }),
  refusal: openaiRefusal,
};

function userParts(entry: ChatMessage): readonly z.output<typeof part>[] {
  if (entry.role !== 'user') return [];
  return typeof entry.content === 'string'
    ? [{ type: 'text', text: entry.content }]
    : entry.content;
}

/** Tool messages must follow the message that calls the tools, one for each call. */
function checkCalls(messages: readonly ChatMessage[]): void {
  let open = new Set<string>();
  for (const entry of messages) {
    if (entry.role === 'tool') {
      refuseUnless(open.delete(entry.tool_call_id), 'A tool message answers no tool call.');
      continue;
    }
    refuseUnless(open.size === 0, 'A tool call is not followed by a tool message.');
    if (entry.role === 'assistant') open = new Set(entry.tool_calls?.map(({ id }) => id));
  }
  refuseUnless(open.size === 0, 'A tool call is not followed by a tool message.');
}

function messageOf(said: Said): unknown {
  const content = 'json' in said ? JSON.stringify(said.json) : (said.text ?? null);
  if (!('toolCalls' in said)) return { role: 'assistant', content, refusal: null };
  return {
    role: 'assistant',
    content,
    tool_calls: said.toolCalls.map(({ name, input }) => ({
      id: `call_${randomUUID()}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })),
  };
}

function finishReason(said: Said): string {
  if (said.finish === 'length') return 'length';
  if (said.finish === 'content-filter') return 'content_filter';
  return 'toolCalls' in said ? 'tool_calls' : 'stop';
}

function usageOf({ usage }: Said) {
  const { input, output } = usage ?? { input: 10, output: 5 };
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
