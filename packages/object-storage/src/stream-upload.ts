import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

interface StreamedUpload {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends a PUT without buffering the whole body; without a content length it is sent in chunks. */
export async function streamUpload(
  url: string,
  { headers, body }: StreamedUpload,
): Promise<{ readonly status: number | undefined; readonly answer: string }> {
  const sent = request(url, { method: 'PUT', headers });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.once('response', resolve).once('error', reject);
  const [response] = await Promise.all([promise, pipeline(body, sent)]);
  return { status: response.statusCode, answer: await text(response) };
}
