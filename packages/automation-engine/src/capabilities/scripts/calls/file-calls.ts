import { open, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { bindMetadata } from '../../../page/downloads/bind-metadata.ts';
import { type CallTable, defineCall, shortText } from '../define-call.ts';
import { CallFailedError } from '../script-action-errors.ts';
import type { ScriptWorld } from '../script-world.ts';

const PIECE_BYTES = 2 * 1024 ** 2;
/** How long to wait for downloads in progress. */
const fileLimits = { downloadStartMs: 0, downloadMs: 30_000 };

/** The files of the run. A sandbox can reach them only through these calls. */
export const fileCalls: CallTable = {
  'files.list': defineCall(z.strictObject({}), async ({ run, signal }) => {
    await run.downloads.collect(0, { limits: fileLimits, signal });
    return run.downloads.files.map(({ filename: name, size }) => ({ name, size }));
  }),
  'files.read': defineCall(
    z.strictObject({
      name: shortText(),
      offset: z.number().int().min(0),
      bytes: z.number().int().min(1).max(PIECE_BYTES),
    }),
    async ({ run }, { name, offset, bytes }) => {
      const file = run.downloads.files.find(({ filename }) => filename === name);
      if (!file) throw new CallFailedError(`The run has no file ${JSON.stringify(name)}.`);
      await using handle = await open(file.path);
      const piece = Buffer.alloc(bytes);
      const { bytesRead } = await handle.read(piece, 0, bytes, offset);
      const content = piece.subarray(0, bytesRead).toString('base64');
      return { content, is_end: offset + bytesRead >= file.size || bytesRead === 0 };
    },
  ),
  'files.begin': defineCall(z.strictObject({}), ({ uploads }) => Promise.resolve(uploads.begin())),
  'files.append': defineCall(
    z.strictObject({ upload: z.number().int(), content: z.base64().max(PIECE_BYTES * 2) }),
    ({ uploads }, { upload, content }) => {
      uploads.append(upload, Buffer.from(content, 'base64'));
      return Promise.resolve();
    },
  ),
  'files.save': defineCall(
    z.strictObject({
      upload: z.number().int(),
      filename: shortText(),
      metadata: z.record(z.string(), z.json()).nullable(),
    }),
    (world, file) => world.inTurn(() => save(world, file)),
  ),
};

async function save(
  { run, signal, uploads }: ScriptWorld,
  file: {
    readonly upload: number;
    readonly filename: string;
    readonly metadata: Readonly<Record<string, unknown>> | null;
  },
): Promise<string> {
  const { downloads, limits, bindings } = run;
  const content = uploads.take(file.upload);
  const { metadata } = file;
  const { startedCount } = downloads;
  await downloads.capture(async (path) => {
    await writeFile(path, content, { signal });
    return { filename: file.filename };
  });
  const wanted = {
    filename: file.filename,
    ...(metadata && { metadata: () => bindMetadata(metadata, bindings) }),
  };
  const waiting = { limits, signal, isLoading: () => false };
  const { filename } = await downloads.claim(startedCount, wanted, waiting);
  return filename;
}
