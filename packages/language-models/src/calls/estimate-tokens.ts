import type { LanguageModelV4Prompt } from '@ai-sdk/provider';

const charactersPerToken = 3;
const tokensPerImage = 1500;
const pdfBytesPerToken = 40;

/**
 * Estimates the tokens of a prompt, on the high side, for requests whose provider reported none.
 */
export function estimateTokens(prompt: LanguageModelV4Prompt): number {
  let tokens = 0;
  for (const { content } of prompt) {
    const parts: readonly unknown[] = typeof content === 'string' ? [content] : content;
    for (const part of parts) tokens += tokensOf(part);
  }
  return tokens;
}

function tokensOf(part: unknown): number {
  const { type, mediaType, data } = part as { type?: string; mediaType?: string; data?: unknown };
  if (type !== 'file') return Math.ceil(JSON.stringify(part).length / charactersPerToken);
  if (mediaType !== 'application/pdf') return tokensPerImage;
  const { data: content } = data as { data: Uint8Array };
  return Math.ceil(content.byteLength / pdfBytesPerToken);
}
