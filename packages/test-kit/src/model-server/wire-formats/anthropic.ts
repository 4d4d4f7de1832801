import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { base64 } from '../base64.ts';
import { checkSchema } from '../check-schema.ts';
import { refuseUnless, type Said, type WireFormat } from '../model-request.ts';

const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
const image = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
    data: base64,
  }),
});
const document = z.strictObject({
  type: z.literal('document'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.literal('application/pdf'),
    data: base64,
  }),
  title: z.string().optional(),
});
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.string(),
  is_error: z.boolean().optional(),
});
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^[\w-]+$/u),
  name: z.string(),
  input: z.object({}).loose(),
});
const thinking = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.literal('signed-by-the-model-server'),
});
const message = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('user'),
    content: z.array(z.union([text, image, document, toolResult])).min(1),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.array(z.union([text, toolUse, thinking])).min(1),
  }),
]);
const body = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  system: z.array(text).optional(),
  messages: z.array(message).min(1),
  tools: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[\w-]{1,64}$/u),
        description: z.string().optional(),
        input_schema: z.unknown(),
        strict: z.boolean().optional(),
      }),
    )
    .optional(),
  thinking: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('disabled') }),
      z.strictObject({ type: z.literal('adaptive') }),
      z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024) }),
    ])
    .optional(),
  tool_choice: z
    .strictObject({
      type: z.enum(['auto', 'any', 'tool', 'none']),
      name: z.string().optional(),
      disable_parallel_tool_use: z.boolean().optional(),
    })
    .optional(),
});

type Body = z.output<typeof body>;
type AnthropicMessage = z.output<typeof message>;

/** The tool through whose input the SDK receives structured answers. */
const FORM_TOOL = 'json';

/** Anthropic's `messages`. */
export const anthropic: WireFormat = {
  name: 'anthropic',
  path: /^\/v1\/messages$/u,
  keyOf: (headers) =>
    headers['anthropic-version'] === '2023-06-01' ? headers['x-api-key']?.toString() : undefined,
  read(raw) {
    const request = body.parse(raw);
    const { model, system = [], messages, tools = [] } = request;
    const thinkingTokens = readThinking(request);
    for (const tool of tools) checkSchema(tool.input_schema);
    checkToolUse(messages);
    const parts = messages.flatMap((entry) => (entry.role === 'user' ? entry.content : []));
    return {
      model,
      thinkingTokens,
      thoughts: messages.flatMap(thoughtsIn),
      instructions: system.map((entry) => entry.text).join('\n'),
      texts: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
      images: parts.flatMap((part) => (part.type === 'image' ? [readSource(part.source)] : [])),
      pdfs: parts.flatMap((part) => (part.type === 'document' ? [readSource(part.source)] : [])),
      schema: tools.find(({ name }) => name === FORM_TOOL)?.input_schema,
      tools: tools
        .filter(({ name }) => name !== FORM_TOOL)
        .map(({ name, input_schema: schema }) => ({ name, schema })),
      toolResults: parts.flatMap((part) =>
        part.type === 'tool_result' ? [{ id: part.tool_use_id, text: part.content }] : [],
      ),
    };
  },
  answer: (said, model) => ({
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model,
    content: contentOf(said),
    stop_reason: stopReason(said),
    stop_sequence: null,
    usage: { input_tokens: said.usage?.input ?? 10, output_tokens: said.usage?.output ?? 5 },
  }),
  refusal: (status, reason) => ({
    type: 'error',
    error: { type: errorTypes[status] ?? 'invalid_request_error', message: reason },
  }),
};

const errorTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};

/**
 * Parses the thinking budget, which is part of `max_tokens`. A model that thinks must be free to
 * choose its tools.
 */
function readThinking({ thinking: wanted, max_tokens: longest, tool_choice: choice }: Body) {
  if (!wanted || wanted.type === 'adaptive') return undefined;
  if (wanted.type === 'disabled') return 0;
  refuseUnless(wanted.budget_tokens < longest, 'max_tokens must be greater than budget_tokens.');
  refuseUnless(
    choice === undefined || choice.type === 'auto' || choice.type === 'none',
    'Thinking may not be enabled when tool_choice forces tool use.',
  );
  return wanted.budget_tokens;
}

function thoughtsIn({ role, content }: AnthropicMessage): string[] {
  if (role === 'user') return [];
  return content.flatMap((part) => (part.type === 'thinking' ? [part.thinking] : []));
}

/** Tool results must come first in the message right after the tool use. */
function checkToolUse(messages: readonly AnthropicMessage[]): void {
  refuseUnless(messages[0]?.role === 'user', 'The first message is the user’s.');
  messages.forEach((entry, index) => {
    if (entry.role !== 'assistant') return;
    const used = entry.content.flatMap((part) => (part.type === 'tool_use' ? [part.id] : []));
    const next = messages[index + 1]?.content.slice(0, used.length) ?? [];
    const answered = next.flatMap((part) =>
      part.type === 'tool_result' ? [part.tool_use_id] : [],
    );
    refuseUnless(
      used.every((id) => answered.includes(id)),
      'tool_use ids were found without tool_result blocks immediately after.',
    );
  });
}

function readSource({ media_type, data }: { media_type: string; data: string }) {
  return { mediaType: media_type, content: Buffer.from(data, 'base64') };
}

function contentOf(said: Said): unknown[] {
  const signature = 'signed-by-the-model-server';
  const thoughts = said.thoughts ? [{ type: 'thinking', thinking: said.thoughts, signature }] : [];
  return [...thoughts, ...answerOf(said)];
}

function answerOf(said: Said): unknown[] {
  if ('json' in said) {
    return [{ type: 'tool_use', id: `toolu_${compactId()}`, name: FORM_TOOL, input: said.json }];
  }
  const words = said.text ? [{ type: 'text', text: said.text }] : [];
  if (!('toolCalls' in said)) return words;
  return [
    ...words,
    ...said.toolCalls.map(({ name, input }) => ({
      type: 'tool_use',
      id: `toolu_${compactId()}`,
      name,
      input,
    })),
  ];
}

function stopReason(said: Said): string {
  if (said.finish === 'length') return 'max_tokens';
  if (said.finish === 'content-filter') return 'refusal';
  return 'text' in said && !('toolCalls' in said) ? 'end_turn' : 'tool_use';
}

function compactId(): string {
  return randomUUID().replaceAll('-', '');
}
