import type { Request, RequestHandler, Response } from 'express';

export interface Upload {
  readonly name: string;
  readonly bytes: number;
  readonly region: string;
}

/** Passes on the file of a form, read from a raw body; undefined when there is none. */
export function receiveUpload(
  respond: (upload: Upload | undefined, response: Response) => void,
): RequestHandler {
  return async (request, response) => respond(await readUpload(request), response);
}

async function readUpload(request: Request): Promise<Upload | undefined> {
  const fields = await readForm(request);
  const file = fields?.get('file');
  if (!(file instanceof File) || file.name === '') return undefined;
  const region = fields?.get('region');
  return { name: file.name, bytes: file.size, region: typeof region === 'string' ? region : '' };
}

async function readForm(request: Request): Promise<FormData | undefined> {
  const body: unknown = request.body;
  if (!(body instanceof Uint8Array)) return undefined;
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  try {
    return await new Response(new Uint8Array(body), { headers }).formData();
  } catch {
    // The data is in memory, so the only possible failure is a body without the parts that its
    // header announces.
    return undefined;
  }
}
