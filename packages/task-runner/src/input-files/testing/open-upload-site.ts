import { listen } from '@errand/app-runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

const page = `<!doctype html><meta charset=utf-8><form method=post enctype=multipart/form-data>
  <label>Bills <input type=file name=file multiple></label><button>Send</button></form>`;

/** A site with an upload form. */
export interface UploadSite extends AsyncDisposable {
  readonly url: string;
  /** Names and contents of the latest upload. */
  readonly received: () => readonly [string, Buffer][];
  /** Whether the site's page was requested since `forget`. */
  readonly wasAsked: () => boolean;
  /** Clears the record. With `isHolding` the next request gets no response. */
  readonly forget: (options?: { readonly isHolding?: boolean }) => void;
}

export async function openUploadSite(): Promise<UploadSite> {
  let received: readonly [string, Buffer][] = [];
  let wasAsked = false;
  let isHolding = false;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'POST') received = await readFiles(request);
    const isFirst = !wasAsked;
    wasAsked = true;
    if (isHolding && isFirst) return;
    response.setHeader('content-type', 'text/html').end(page);
  };
  const options = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  const server = await listen((...sent) => void serve(...sent), options);
  return {
    url: server.url,
    received: () => received,
    wasAsked: () => wasAsked,
    forget(next = {}) {
      received = [];
      wasAsked = false;
      isHolding = next.isHolding ?? false;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function readFiles(request: IncomingMessage): Promise<[string, Buffer][]> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(await buffer(request), { headers }).formData();
  const files = form.getAll('file').filter((file) => typeof file !== 'string');
  return Promise.all(
    files.map(async (file): Promise<[string, Buffer]> => {
      return [file.name, Buffer.from(await file.arrayBuffer())];
    }),
  );
}

/** Returns nodes that put these files of the task into the form, in this order, and submit it. */
export function uploadOf(names: readonly string[]): readonly object[] {
  const files = names.map((name) => ({ input_file: name }));
  const upload_file = { command: 'get_by_label("Bills")', files };
  const click_element = { command: 'get_by_role("button", name="Send")' };
  return [{ interaction_action: { upload_file } }, { interaction_action: { click_element } }];
}
