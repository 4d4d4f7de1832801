import { writeFile } from 'node:fs/promises';
import type { ActionContext } from '../actions/action-context.ts';
import { FileMissingError } from '../errors.ts';
import { callOutside } from '../outside/call-outside.ts';
import { fetchFile } from '../page/downloads/fetch-file.ts';
import { replayCall } from '../page/pages/replay-call.ts';
import { waitForCalls } from '../page/pages/wait-for-calls.ts';
import { readPdfText } from '../capabilities/pdf-text/read-pdf-text.ts';
import type { RunState } from './run-state.ts';

/** Files that are still coming are waited for this long before one is chosen. */
const fileTimeoutMs = 30_000;

type OutsideActions = Pick<
  ActionContext,
  | 'callOutside'
  | 'fetchFile'
  | 'findCalls'
  | 'findDownload'
  | 'readPdfText'
  | 'replayCall'
  | 'saveFile'
  | 'warn'
>;

/** What an action can do with the network calls of the pages, with addresses outside of the browser, and with files. */
export function createOutsideActions(run: RunState): OutsideActions {
  const { dependencies, downloadsDirectory: directory, egress, network, pages, signal } = run;
  return {
    warn: (message, fields) => dependencies.logger.warn(message, fields),
    findCalls: (search) => waitForCalls(network, search, signal),
    replayCall: (call) => replayCall(egress, call, { page: pages.current().page, signal }),
    callOutside: (url, request) => callOutside(egress, url, { ...request, signal }),
    fetchFile: (url) => fetchFile(egress, url, { directory, signal }),
    saveFile: (file) => saveFile(run, file),
    findDownload: (namePart) => findDownload(run, namePart),
    readPdfText: (path) => readPdfText(path, { limits: run.limits, signal }),
  };
}

async function saveFile(
  { downloads, limits, secrets, signal }: RunState,
  { content, suggestedName, filename }: Parameters<ActionContext['saveFile']>[0],
): Promise<void> {
  const { startedCount } = downloads;
  await downloads.capture(async (path) => {
    await writeFile(path, secrets.redactBytes(content), { signal });
    return { filename: suggestedName };
  });
  await downloads.claim(startedCount, { filename }, { limits, signal, isLoading: () => false });
}

async function findDownload(
  { downloads, signal }: RunState,
  namePart: string,
): ReturnType<ActionContext['findDownload']> {
  const limits = { downloadStartMs: 0, downloadMs: fileTimeoutMs };
  await downloads.collect(0, { limits, signal });
  const { files } = downloads;
  const named = files.findLast(({ filename }) => filename.includes(namePart));
  const file = named ?? (files.length === 1 ? files[0] : undefined);
  if (file) return file;
  const filenames = files.map(({ filename }) => filename);
  throw new FileMissingError(namePart, filenames);
}
