import { z } from 'zod';
import { base64 } from '../base64.ts';
import { checkSchema } from '../check-schema.ts';
import { refuseUnless, type Said, type WireFormat } from '../model-request.ts';

const text = z.strictObject({
  text: z.string(),
  thought: z.literal(true).optional(),
  thoughtSignature: z.string().optional(),
});
const inlineData = z.strictObject({
  inlineData: z.strictObject({
    mimeType: z.enum(['image/png', 'image/jpeg', 'image/webp', 'application/pdf']),
    data: base64,
  }),
});
const functionCall = z.strictObject({
  functionCall: z.strictObject({
    id: z.string().optional(),
    name: z.string(),
    args: z.object({}).loose(),
  }),
  thoughtSignature: z.string().optional(),
});
const functionResponse = z.strictObject({
  functionResponse: z.strictObject({
    id: z.string().optional(),
    name: z.string(),
    response: z.strictObject({ name: z.string(), content: z.string() }),
  }),
});
const content = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('user'),
    parts: z.array(z.union([text, inlineData, functionResponse])).min(1),
  }),
  z.strictObject({
    role: z.literal('model'),
    parts: z.array(z.union([text, functionCall])).min(1),
  }),
]);
const functionDeclaration = z.strictObject({
  name: z.string().regex(/^[a-zA-Z_][\w.-]{0,63}$/u),
  description: z.string().min(1),
  parametersJsonSchema: z.unknown(),
});
const body = z.strictObject({
  contents: z.array(content).min(1),
  systemInstruction: z.strictObject({ parts: z.array(text).length(1) }).optional(),
  generationConfig: z
    .strictObject({
      maxOutputTokens: z.int().min(1),
      responseMimeType: z.literal('application/json').optional(),
      responseJsonSchema: z.unknown().optional(),
      thinkingConfig: z.strictObject({ thinkingBudget: z.int().min(0).max(32_768) }).optional(),
    })
    .optional(),
  tools: z
    .array(z.strictObject({ functionDeclarations: z.array(functionDeclaration).min(1) }))
    .optional(),
  toolConfig: z
    .strictObject({
      functionCallingConfig: z.strictObject({ mode: z.enum(['AUTO', 'ANY', 'NONE']) }),
    })
    .optional(),
});

/** Gemini's `generateContent`. */
export const gemini: WireFormat = {
  name: 'gemini',
  path: /^\/v1beta\/models\/(?<model>[\w.-]+):generateContent$/u,
  keyOf: (headers) => headers['x-goog-api-key']?.toString(),
  read(raw) {
    const { contents, systemInstruction, generationConfig, tools = [] } = body.parse(raw);
    const schema = generationConfig?.responseJsonSchema;
    if (schema !== undefined) {
      refuseUnless(
        generationConfig?.responseMimeType !== undefined,
        'responseMimeType is missing.',
      );
      refuseUnless(
        tools.length === 0,
        'Function calling with a response mime type is unsupported.',
      );
      checkSchema(schema);
    }
    const declarations = tools.flatMap((tool) => tool.functionDeclarations);
    for (const { parametersJsonSchema } of declarations) checkSchema(parametersJsonSchema);
    checkTurns(contents);
    const parts = contents.flatMap((turn) => (turn.role === 'user' ? turn.parts : []));
    const files = parts.flatMap((part) => ('inlineData' in part ? [part.inlineData] : []));
    const received = files.map(({ mimeType, data }) => ({
      mediaType: mimeType,
      content: Buffer.from(data, 'base64'),
    }));
    const said = contents.flatMap((turn) => (turn.role === 'model' ? turn.parts : []));
    return {
      thinkingTokens: generationConfig?.thinkingConfig?.thinkingBudget,
      thoughts: said.flatMap((part) => ('text' in part && part.thought ? [part.text] : [])),
      instructions: systemInstruction?.parts[0]?.text ?? '',
      texts: parts.flatMap((part) => ('text' in part ? [part.text] : [])),
      images: received.filter(({ mediaType }) => mediaType.startsWith('image/')),
      pdfs: received.filter(({ mediaType }) => mediaType === 'application/pdf'),
      schema,
      tools: declarations.map(({ name, parametersJsonSchema }) => ({
        name,
        schema: parametersJsonSchema,
      })),
      toolResults: parts.flatMap((part) =>
        'functionResponse' in part
          ? [
              {
                id: part.functionResponse.id ?? part.functionResponse.name,
                text: part.functionResponse.response.content,
              },
            ]
          : [],
      ),
    };
  },
  answer: (said, model) => ({
    candidates: [
      {
        content: { role: 'model', parts: partsOf(said) },
        finishReason: { stop: 'STOP', length: 'MAX_TOKENS', 'content-filter': 'SAFETY' }[
          said.finish ?? 'stop'
        ],
        index: 0,
      },
    ],
    ...(said.usage !== null && { usageMetadata: usageOf(said) }),
    modelVersion: model,
  }),
  refusal: (status, message) => ({
    error: { code: status, message, status: statusWords[status] ?? 'INVALID_ARGUMENT' },
  }),
};

const statusWords: Readonly<Record<number, string>> = {
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** Every function call must be answered in the next turn. */
function checkTurns(contents: readonly z.output<typeof content>[]): void {
  refuseUnless(contents[0]?.role === 'user', 'The first turn is the user’s.');
  contents.forEach((turn, index) => {
    const calls = turn.role === 'model' ? turn.parts.filter((part) => 'functionCall' in part) : [];
    if (calls.length === 0) return;
    const next = contents[index + 1];
    const answers = next?.parts.filter((part) => 'functionResponse' in part) ?? [];
    refuseUnless(
      answers.length === calls.length,
      'The number of function response parts has to be equal to the number of function call parts.',
    );
  });
}

function partsOf(said: Said): unknown[] {
  if (!said.thoughts) return answerOf(said);
  const [first, ...rest] = answerOf(said);
  const thoughtSignature = Buffer.from('signed').toString('base64');
  return [{ text: said.thoughts, thought: true }, { ...first, thoughtSignature }, ...rest];
}

function answerOf(said: Said): object[] {
  if ('json' in said) return [{ text: JSON.stringify(said.json) }];
  if (!('toolCalls' in said)) return [{ text: said.text }];
  return [
    ...(said.text ? [{ text: said.text }] : []),
    ...said.toolCalls.map(({ name, input }) => ({ functionCall: { name, args: input } })),
  ];
}

function usageOf({ usage }: Said) {
  const { input, output } = usage ?? { input: 10, output: 5 };
  return { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output };
}
