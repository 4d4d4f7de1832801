import { abortable } from '@errand/foundation';
import { bindText, parseTemplate } from '@errand/expressions';
import type { DownloadParams } from '../fields/download-fields.ts';
import { bindMetadata } from '../page/downloads/bind-metadata.ts';
import { navigate } from '../page/pages/navigate.ts';
import type { FileRun } from './file-run.ts';
import { captureScreenshot } from './capture-screenshot.ts';
import { findInputFile } from '../page/downloads/find-input-file.ts';
import { findRunFile } from '../page/downloads/find-run-file.ts';
import { savePageAsPdf, saveUrlAsPdf } from '../page/downloads/save-as-pdf.ts';
import { waitForCommit, waitUntilQuiet } from '../page/pages/wait-until-quiet.ts';
import { writeFile } from 'node:fs/promises';
import { FileMissingError } from '../page/downloads/file-errors.ts';
import { fetchFile } from '../page/downloads/fetch-file.ts';
import { readPdfText } from '../capabilities/pdf-text/read-pdf-text.ts';
import type { FileActs } from '../actions/action-context.ts';

/** How long downloads in progress are awaited before one is chosen. */
const FILE_TIMEOUT_MS = 30_000;
/** How long a page opened for printing may take to become quiet. */
const PRINTABLE_WITHIN_MS = 5000;
/** A download announced by a page starts within this time, or never. */
const FILE_STARTS_MS = 1000;

/** Acts on the files of the run. */
export function createFileActions(run: FileRun): FileActs {
  const { downloadsDirectory: directory, egress, limits, signal } = run;
  return {
    mayDownload: (params, act) => mayDownload(run, params, act),
    savePdf: (source) => savePdf(run, source),
    findFile: (path) => findFile(run, path),
    findInputFile: (name) => findInputFile(name, run.inputFiles),
    fetchFile: (url) => fetchFile(egress, url, { directory, signal }),
    saveFile: (file) => saveFile(run, file),
    findDownload: (namePart) => findDownload(run, namePart),
    readPdfText: (path) => readPdfText(path, { limits, signal }),
    takeScreenshot: ({ filename, isFullPage }) =>
      captureScreenshot(run.pictures, { kind: 'screenshot', filename, isFullPage }),
  };
}

async function mayDownload(
  run: FileRun,
  params: DownloadParams,
  act: () => Promise<void>,
): Promise<void> {
  const { downloads, limits, signal, pages, bindings } = run;
  if (!params.expect_download) return act();
  const { download_filename: filename, download_metadata: metadata } = params;
  const wanted = {
    filename: filename && bindText(parseTemplate(filename), bindings),
    metadata: metadata && (() => bindMetadata(metadata, bindings)),
  };
  const { startedCount } = downloads;
  await act();
  const isLoading = () => {
    const { navigation, network } = pages.current();
    return navigation.isNavigating() || network.inFlight().length > 0;
  };
  await downloads.claim(startedCount, wanted, { limits, signal, isLoading });
}

async function findFile(
  { downloads, downloadsDirectory: directory, limits, signal }: FileRun,
  path: string,
): Promise<string> {
  const { downloadMs } = limits;
  await downloads.collect(0, { limits: { downloadStartMs: FILE_STARTS_MS, downloadMs }, signal });
  const filenames = downloads.files.map(({ filename }) => filename);
  return findRunFile(path, { directory, filenames });
}

async function savePdf(
  run: FileRun,
  { url, filename }: { readonly url?: string | undefined; readonly filename?: string | undefined },
): Promise<void> {
  const { downloads, limits, signal, pages, bindings, secrets } = run;
  const bind = (template: string) => bindText(parseTemplate(template), bindings);
  await waitForCommit(pages.current(), signal);
  const { page } = pages.current();
  const options = {
    signal,
    maxBytes: downloads.bytesLeft,
    timeoutMs: limits.downloadMs,
    secrets,
    openTab: (address: string) => openTab(run, address),
  };
  const wanted = { filename: filename && bind(filename) };
  const address = url === undefined ? page.url() : bind(url).trim();
  // A PDF shown in the tab is already a file of the run.
  const shown = downloads.findShown(address);
  const index = shown ?? downloads.startedCount;
  if (shown === undefined) {
    await downloads.capture((path) =>
      url === undefined
        ? savePageAsPdf(page, path, options)
        : saveUrlAsPdf({ page, url: address }, path, options),
    );
  }
  await downloads.claim(index, wanted, { limits, signal, isLoading: () => false });
}

/** Opens a new tab. Disposing closes it and makes the previous tab current again. */
async function openTab({ pages, limits, signal }: FileRun, url: string) {
  const current = pages.current();
  await using resources = new AsyncDisposableStack();
  const page = await abortable(current.page.browserContext().newPage(), signal);
  resources.defer(async () => {
    await page.close();
    pages.select(current);
    await current.page.bringToFront();
  });
  await pages.settle(signal);
  await navigate(page, url, { signal, timeoutMs: limits.navigationMs });
  await waitUntilQuiet(pages.current(), PRINTABLE_WITHIN_MS, signal);
  const owned = resources.move();
  return { page, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function saveFile(
  { downloads, limits, secrets, signal }: FileRun,
  { content, suggestedName, filename }: Parameters<FileActs['saveFile']>[0],
): Promise<void> {
  const { startedCount } = downloads;
  await downloads.capture(async (path) => {
    await writeFile(path, secrets.redactBytes(content), { signal });
    return { filename: suggestedName };
  });
  await downloads.claim(startedCount, { filename }, { limits, signal, isLoading: () => false });
}

async function findDownload(
  { downloads, signal }: FileRun,
  namePart: string,
): ReturnType<FileActs['findDownload']> {
  const limits = { downloadStartMs: 0, downloadMs: FILE_TIMEOUT_MS };
  await downloads.collect(0, { limits, signal });
  const { files } = downloads;
  const named = files.findLast(({ filename }) => filename.includes(namePart));
  const file = named ?? (files.length === 1 ? files[0] : undefined);
  if (file) return file;
  const filenames = files.map(({ filename }) => filename);
  throw new FileMissingError(namePart, filenames);
}
