import type { UnzipFileInfo } from 'fflate';
import { withoutFragment } from '../outside/without-fragment.ts';

/** A response of a recorded run. */
export interface RecordedResponse {
  readonly method: string;
  /** Redacted, without fragment. */
  readonly url: string;
  /** Redacted, at most its first 100,000 characters; undefined for a request without a body. */
  readonly postData: string | undefined;
  /** -1: the request failed. */
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Undefined if the trace does not contain it. */
  readonly body: Uint8Array | undefined;
}

/** The responses of a trace, in the order in which their requests began. */
export type ReplayArchive = readonly RecordedResponse[];

interface NetworkLine {
  readonly snapshot: {
    /** When the request began; the lines are in the order of the ends. */
    readonly _monotonicTime: number;
    readonly request: {
      readonly method: string;
      readonly url: string;
      readonly postData?: { readonly text: string };
    };
    readonly response: {
      readonly status: number;
      readonly headers: readonly { readonly name: string; readonly value: string }[];
      readonly content: { readonly _file?: string };
    };
  };
}

/** A trace has at most 44 MiB before it is compressed, in at most 2,002 files: see `trace-file.ts`. */
const limits = { bytes: 64 * 1024 ** 2, files: 4_000 };

/**
 * Reads the ZIP file of a trace that a worker wrote with `keepsBodies`. Throws if it is larger than
 * any that a worker writes: a local inference server can store anything as the trace of its task.
 */
export async function readReplayArchive(zip: Uint8Array): Promise<ReplayArchive> {
  const { strFromU8, unzipSync } = await import('fflate');
  const files = new Map(Object.entries(unzipSync(zip, { filter: limitTo(limits) })));
  const lines = strFromU8(files.get('trace.network') ?? new Uint8Array()).split('\n');
  // `trace-network.ts` wrote them in this shape.
  const entries = lines.filter(Boolean).map((line) => (JSON.parse(line) as NetworkLine).snapshot);
  entries.sort((left, right) => left._monotonicTime - right._monotonicTime);
  return entries.map(({ request, response }) => {
    const { _file: file } = response.content;
    return {
      method: request.method,
      url: withoutFragment(request.url),
      postData: request.postData?.text,
      status: response.status,
      headers: response.headers,
      body: file === undefined ? undefined : files.get(file),
    };
  });
}

/** fflate does not decompress an entry beyond its declared size. */
function limitTo({ bytes, files }: typeof limits): (file: UnzipFileInfo) => boolean {
  let [bytesLeft, filesLeft] = [bytes, files];
  return ({ size, originalSize }) => {
    filesLeft -= 1;
    // An uncompressed entry is as large as it is in the file, whatever size it declares.
    bytesLeft -= Math.max(size, originalSize);
    if (filesLeft >= 0 && bytesLeft >= 0) return true;
    throw new Error(
      `The trace cannot be replayed: unpacked, it has more than ${bytes / 1024 ** 2} MiB or ${files} files.`,
    );
  };
}
