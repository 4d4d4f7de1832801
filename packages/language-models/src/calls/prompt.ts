import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4FilePart,
  LanguageModelV4TextPart,
} from '@ai-sdk/provider';
import type { AssistantMessage, Message, Part, ToolResult } from '../language-models.ts';

/** Converts a conversation to the SDK's format. */
export function toPrompt(
  instructions: string,
  messages: readonly Message[],
): LanguageModelV4Prompt {
  return [{ role: 'system', content: instructions }, ...messages.map(toPromptMessage)];
}

function toPromptMessage(message: Message): LanguageModelV4Message {
  if (message.role === 'user') return { role: 'user', content: message.parts.map(toPromptPart) };
  if (message.role === 'tool') return { role: 'tool', content: message.results.map(toToolResult) };
  return { role: 'assistant', content: toAssistantContent(message) };
}

function toPromptPart(part: Part): LanguageModelV4TextPart | LanguageModelV4FilePart {
  if (part.type === 'text') return part;
  const data = { type: 'data', data: part.content } as const;
  return part.type === 'image'
    ? { type: 'file', data, mediaType: part.mediaType }
    : { type: 'file', data, mediaType: 'application/pdf', filename: part.filename };
}

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

function toAssistantContent({ text, toolCalls, raw }: AssistantMessage): AssistantContent {
  if (raw) return raw as AssistantContent;
  return [
    ...(text ? [{ type: 'text', text } as const] : []),
    ...toolCalls.map(({ id, name, input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input,
    })),
  ];
}

function toToolResult({ id, name, text, isError }: ToolResult) {
  return {
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: name,
    output: { type: isError ? ('error-text' as const) : ('text' as const), value: text },
  };
}
