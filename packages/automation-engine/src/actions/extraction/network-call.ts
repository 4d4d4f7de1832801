import type { JsonValue } from '@errand/foundation';
import { z } from 'zod';
import type { ActionContext } from '../action-context.ts';
import { DownloadMissingError } from '../../errors.ts';
import { NetworkCallMissingError } from '../action-errors.ts';
import { blankableText, requiredText } from '../../fields/text-fields.ts';
import { bodyValue } from '../../outside/body-value.ts';
import { nameOfAnswer } from '../../page/downloads/name-of-answer.ts';
import type { NetworkCall } from '../../page/pages/network-call.ts';
import { findReplayObstacle } from '../../page/pages/replay-rules.ts';
import { ENDS_WITHIN_MS } from '../../page/pages/wait-for-calls.ts';
import { defineAction } from '../define-action.ts';

const side = z.enum(['request', 'response']).nullable().default('response');

export const networkCall = defineAction({
  group: 'extraction',
  kind: 'network_call',
  summary: 'Extracts the network calls that the page has made since the last interaction.',
  example: { url_pattern: '/api/orders' },
  place: 'page',
  params: z.strictObject({
    url_pattern: requiredText().describe(
      'Text that the URL of the call contains; placeholders are allowed. Waits up to 5 seconds for a call to begin, and up to 30 for it to end.',
    ),
    extract_from: side.describe(
      'Body to extract into the output, one entry {body} per call: of the request (its text) or of the response (JSON, else text; integers beyond 9007199254740991 as text); null extracts none. A response that has not ended has the body null and a note.',
    ),
    download_from: side.describe(
      'Body to store as download_filename, one file per call. response: the body as received. request: sends the request again with the cookies of the page and stores the body of that response; the call must have got a response, and come from the page or a frame of the site that it called. null stores none.',
    ),
    download_filename: blankableText().describe(
      'Name of the file to store; placeholders are allowed. Default: no file.',
    ),
  }),
  effects: {
    mayDownload: () => true,
    // `download_from: request` sends the request again.
    repetition: ({ download_from: download }) => (download === 'request' ? 'unsafe' : 'harmless'),
    recordedCalls: ({ url_pattern: urlPattern, extract_from: from, download_from: download }) => [
      { urlPattern, needsBody: from === 'response' || download === 'response' },
    ],
  },
  run: async (context, params) => {
    const { extract_from: from, download_from: download } = params;
    const urlPart = context.text(params.url_pattern);
    const filename = params.download_filename && context.text(params.download_filename);
    const storesResponse = download === 'response' && filename !== undefined;
    const isRequestEnough = from !== 'response' && !storesResponse;
    const replays = download === 'request' && filename !== undefined;
    const calls = await context.outside.findCalls({
      urlPart,
      isComplete: (call) =>
        isRequestEnough
          ? !replays || !call.isOpen || call.response() !== undefined
          : !call.isOpen && hasOwnBody(call),
      isOneEnough: false,
    });
    const { allowNone } = context.output.extraction;
    if (calls.length === 0 && !allowNone) throw new NetworkCallMissingError(urlPart);
    if (from !== null) await extractBodies(context, { calls, from, urlPart });
    if (filename === undefined || download === null) return { outcome: 'done' };
    await storeBodies(context, calls, { download, filename });
    return { outcome: 'done' };
  },
});

type Side = 'request' | 'response';

/** A redirect has no body; its target is a separate call. */
function hasOwnBody(call: NetworkCall): boolean {
  const response = call.response();
  return response !== undefined && !(response.status >= 300 && response.status < 400);
}

async function extractBodies(
  { output: { addOutput, extraction } }: ActionContext,
  wanted: { readonly calls: readonly NetworkCall[]; readonly from: Side; readonly urlPart: string },
): Promise<void> {
  const { calls, from, urlPart } = wanted;
  const entries = await Promise.all(
    calls.map((call) => (from === 'request' ? readRequest(call) : readResponse(call))),
  );
  const notes = entries.flatMap(({ note }) => note ?? []);
  if (calls.length > 0 && notes.length === calls.length && !extraction.allowNone) {
    throw new NetworkCallMissingError(urlPart, notes.join(' '));
  }
  for (const { body, note } of entries) {
    const entry = note === undefined ? { body } : { body, note };
    addOutput({ ...extraction.outputFields, json_data: entry });
  }
}

/** One entry of the output; `note` says why there is no body. */
type BodyEntry = { readonly body: JsonValue; readonly note?: string };

async function readRequest(call: NetworkCall): Promise<BodyEntry> {
  const body = await call.requestBody();
  return body === undefined ? { body: null, note: 'The request has no body.' } : { body };
}

const UNFINISHED = `was not complete within ${ENDS_WITHIN_MS / 1000} s`;

async function readResponse(call: NetworkCall): Promise<BodyEntry> {
  if (call.isOpen) return { body: null, note: `The response ${UNFINISHED}.` };
  const read = await call.responseBody();
  if (read.kind === 'missing') return { body: null, note: `The body ${read.reason}.` };
  // Text that the browser has decoded is in UTF-8, whatever character set the response declares.
  const [type = ''] = (call.response()?.headers['content-type'] ?? '').split(';');
  const body = bodyValue(read.content, type);
  return body === undefined
    ? { body: null, note: 'The body is not text: use download_from.' }
    : { body };
}

interface WantedBodies {
  readonly download: Side;
  readonly filename: string;
}

/**
 * Stores the bodies that are available; throws `DownloadMissingError` only if none is.
 */
async function storeBodies(
  context: ActionContext,
  calls: readonly NetworkCall[],
  wanted: WantedBodies,
): Promise<void> {
  const judged = calls.map((call) => ({ call, obstacle: findObstacle(call, wanted.download) }));
  const missing = judged.flatMap(({ obstacle }) => obstacle ?? []);
  const [first] = missing;
  if (first !== undefined && missing.length === calls.length) throw new DownloadMissingError(first);
  for (const reason of missing) context.output.noteLog(`A file is missing: ${reason}`);
  for (const { call, obstacle } of judged) {
    if (obstacle === undefined) await storeBody(context, call, wanted);
  }
}

function findObstacle(call: NetworkCall, download: Side): string | undefined {
  if (download === 'response') {
    return call.isOpen ? `The response from ${call.url} ${UNFINISHED}.` : undefined;
  }
  const obstacle = findReplayObstacle(call);
  return obstacle === undefined ? undefined : `The request to ${call.url} ${obstacle}.`;
}

async function storeBody(
  { outside: { replayCall }, files: { saveFile } }: ActionContext,
  call: NetworkCall,
  { download, filename }: WantedBodies,
): Promise<void> {
  if (download === 'request') {
    const { body, headers, url } = await replayCall(call);
    return saveFile({ content: body, suggestedName: nameOfAnswer(url, headers), filename });
  }
  const read = await call.responseBody();
  if (read.kind === 'missing') {
    throw new DownloadMissingError(`The body of the response from ${call.url} ${read.reason}.`);
  }
  const suggestedName = nameOfAnswer(call.url, call.response()?.headers ?? {});
  return saveFile({ content: read.content, suggestedName, filename });
}
