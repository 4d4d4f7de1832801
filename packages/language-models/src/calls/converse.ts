import type { LanguageModelV4GenerateResult, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import { fitToSchema } from '../answers/fit-to-schema.ts';
import { readJson } from '../answers/read-json.ts';
import type { Conversation, ModelTurn, Tool, ToolCall } from '../language-models.ts';
import type { ModelRequest } from './ask-models.ts';
import { toPrompt } from './prompt.ts';
import { textOf } from './answer-question.ts';

type Turn = Pick<ModelTurn, 'text' | 'toolCalls' | 'message'>;

export function toTurnRequest(conversation: Conversation): ModelRequest<Turn> {
  const { instructions, messages, tools } = conversation;
  return {
    choice: conversation,
    options: ({ provider }) => ({
      prompt: toPrompt(instructions, messages),
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function',
        name,
        description,
        inputSchema: schema as object,
      })),
      toolChoice: { type: 'auto' },
      providerOptions: provider.options({ isClosed: false }),
    }),
    async read(result) {
      const turn = await readTurn(result, tools);
      const isEmpty = turn.text === '' && turn.toolCalls.length === 0;
      return isEmpty ? { problem: 'it is empty' } : { value: turn };
    },
  };
}

async function readTurn(
  result: LanguageModelV4GenerateResult,
  tools: readonly Tool[],
): Promise<Turn> {
  const toolCalls = await Promise.all(
    result.content.flatMap((part) =>
      part.type === 'tool-call' ? [readToolCall(part, tools)] : [],
    ),
  );
  const text = textOf(result);
  return { text, toolCalls, message: { role: 'assistant', text, toolCalls, raw: toRaw(result) } };
}

async function readToolCall(
  { toolCallId: id, toolName: name, input: text }: LanguageModelV4ToolCall,
  tools: readonly Tool[],
): Promise<ToolCall> {
  const input = readJson(text) ?? {};
  const tool = tools.find((known) => known.name === name);
  if (!tool) return { id, name, input, problem: `There is no tool "${name}".` };
  const fitted = await fitToSchema(input, tool.schema);
  return 'value' in fitted
    ? { id, name, input: fitted.value }
    : { id, name, input, problem: `The input does not fit: ${fitted.problem}.` };
}

/** Returns the parts to send back to the provider in later turns, including signed thinking. */
function toRaw({ content }: LanguageModelV4GenerateResult): unknown {
  return content.map(toRawPart).filter((part) => part !== undefined);
}

function toRawPart(part: LanguageModelV4GenerateResult['content'][number]): object | undefined {
  const signed = 'providerMetadata' in part && { providerOptions: part.providerMetadata };
  if (part.type === 'text' || part.type === 'reasoning') {
    return { type: part.type, text: part.text, ...signed };
  }
  if (part.type !== 'tool-call') return undefined;
  const { type, toolCallId, toolName, input } = part;
  return { type, toolCallId, toolName, input: readJson(input) ?? {}, ...signed };
}
