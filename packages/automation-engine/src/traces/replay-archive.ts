import { strFromU8, unzipSync } from 'fflate';

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
  /** Undefined if the trace does not have it. */
  readonly body: Uint8Array | undefined;
}

/** The responses of a trace, in the order in which they ended. */
export type ReplayArchive = readonly RecordedResponse[];

interface NetworkLine {
  readonly snapshot: {
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

/** Reads the ZIP file of a trace that a worker wrote with `keepsBodies`. */
export function readReplayArchive(zip: Uint8Array): ReplayArchive {
  const files = new Map(Object.entries(unzipSync(zip)));
  const lines = strFromU8(files.get('trace.network') ?? new Uint8Array()).split('\n');
  return lines.filter(Boolean).map((line) => {
    // `trace-network.ts` wrote it in this shape.
    const { request, response } = (JSON.parse(line) as NetworkLine).snapshot;
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

export function withoutFragment(url: string): string {
  return url.split('#', 1).join('');
}
