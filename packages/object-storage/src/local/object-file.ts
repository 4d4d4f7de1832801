import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ObjectSizeError } from '../object-storage-errors.ts';
import type { StoredObject } from '../object-storage.ts';

/** An object open for reading; its content stays the same when the object is replaced. */
export interface OpenObject extends StoredObject, AsyncDisposable {
  /** Reads the range, both ends inclusive. Default: the whole content. */
  readonly read: (range?: { readonly start: number; readonly end: number }) => Readable;
}

interface ObjectFileContent {
  readonly contentType: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Exact number of bytes required. Default: any number. */
  readonly size?: number | undefined;
}

// Stored as one line of JSON before the content: type and content change together, in one rename.
const MAX_HEADER_BYTES = 1024;
const NEWLINE = 0x0a;
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW;

/** Writes a new file and syncs it to disk; a failure leaves none. Throws ObjectSizeError. */
export async function writeObjectFile(path: string, content: ObjectFileContent): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeContent(file, content);
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

/** Opens a file written by `writeObjectFile`. Never follows a symbolic link. */
export async function openObjectFile(path: string): Promise<OpenObject> {
  const file = await open(path, readFlags);
  try {
    return await readHeader(file, path);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function writeContent(file: FileHandle, content: ObjectFileContent): Promise<void> {
  const header = JSON.stringify({ contentType: content.contentType, etag: randomUUID() });
  await file.write(Buffer.from(`${header}\n`));
  let received = 0;
  for await (const chunk of content.chunks) {
    received += chunk.byteLength;
    if (content.size !== undefined && received > content.size) break;
    await writeAll(file, chunk);
  }
  if (content.size !== undefined && received !== content.size) {
    throw new ObjectSizeError({ expected: content.size, received });
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, written);
    written += bytesWritten;
  }
}

async function readHeader(file: FileHandle, path: string): Promise<OpenObject> {
  const { size: fileSize, mtime: lastModified } = await file.stat();
  const { buffer, bytesRead } = await file.read(
    Buffer.alloc(MAX_HEADER_BYTES),
    0,
    MAX_HEADER_BYTES,
    0,
  );
  const headerEnd = buffer.subarray(0, bytesRead).indexOf(NEWLINE);
  const header = parseHeader(buffer.toString('utf8', 0, Math.max(headerEnd, 0)), path);
  const contentStart = headerEnd + 1;
  const size = fileSize - contentStart;
  return {
    ...header,
    size,
    lastModified,
    read({ start, end } = { start: 0, end: size - 1 }) {
      if (end < start) return Readable.from([]);
      return file.createReadStream({ start: contentStart + start, end: contentStart + end });
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

function parseHeader(line: string, path: string): Pick<StoredObject, 'contentType' | 'etag'> {
  const header: unknown = line.startsWith('{') ? JSON.parse(line) : undefined;
  if (
    typeof header === 'object' &&
    header !== null &&
    'contentType' in header &&
    'etag' in header
  ) {
    const { contentType, etag } = header;
    if (typeof contentType === 'string' && typeof etag === 'string') return { contentType, etag };
  }
  throw new Error(`"${path}" is not a file of the object storage: its first line is not a header.`);
}
