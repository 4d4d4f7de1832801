import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** Returns the image of a data URL as content, or nothing. */
export function pictureOf(url: string | undefined): CallToolResult['content'] {
  const [, mimeType, data] = /^data:(image\/[a-z]+);base64,(.+)$/.exec(url ?? '') ?? [];
  if (mimeType === undefined || data === undefined) return [];
  return [{ type: 'image', data, mimeType }];
}
