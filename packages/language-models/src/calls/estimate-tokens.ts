import type { LanguageModelV4Prompt } from '@ai-sdk/provider';

const CHARACTERS_PER_TOKEN = 3;
const TOKENS_PER_IMAGE = 1500;
const PDF_BYTES_PER_TOKEN = 40;

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
  if (type !== 'file') return Math.ceil(JSON.stringify(part).length / CHARACTERS_PER_TOKEN);
  if (mediaType !== 'application/pdf') return TOKENS_PER_IMAGE;
  const { data: content } = data as { data: Uint8Array };
  return Math.ceil(content.byteLength / PDF_BYTES_PER_TOKEN);
}
