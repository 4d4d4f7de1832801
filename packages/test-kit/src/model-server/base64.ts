import { z } from 'zod';

/** File content in the encoding that the APIs accept. */
export const base64 = z.base64().min(1);

/** `data:image/png;base64,...` */
export const dataUrl = z.string().regex(/^data:[\w.+-]+\/[\w.+-]+;base64,[A-Za-z0-9+/]+=*$/u);

export function readDataUrl(url: string): { mediaType: string; content: Uint8Array } {
  const [head = '', data = ''] = url.slice('data:'.length).split(';base64,');
  return { mediaType: head, content: Buffer.from(data, 'base64') };
}
