import type { HTTPRequest } from 'puppeteer';
import type { BodyReader, CallBody } from './body-reader.ts';

/** One HTTP request of a page, and its response once that has arrived. */
export interface NetworkCall {
  readonly url: string;
  readonly method: string;
  /** Neither complete nor failed. */
  readonly isOpen: boolean;
  /** Whether the document of a tab or window made it, rather than a frame or a worker. */
  readonly isFromMainFrame: () => boolean;
  readonly requestHeaders: () => Readonly<Record<string, string>>;
  readonly requestBody: () => Promise<string | undefined>;
  /** Missing until the headers arrive, or if the request failed before that. */
  readonly response: () => CallResponse | undefined;
  readonly responseBody: () => Promise<CallBody>;
}

export interface CallResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RecordedCall extends NetworkCall {
  isOpen: boolean;
}

/** What is known about a call, regardless of what reported it. */
type CallSource = Omit<NetworkCall, 'isOpen' | 'responseBody'> & {
  readonly fetchBody: () => Promise<Uint8Array | undefined>;
};

/** Records a call that has started. Its body is read once. */
export function recordCall({ fetchBody, ...source }: CallSource, bodies: BodyReader): RecordedCall {
  let body: Promise<CallBody> | undefined;
  return {
    ...source,
    isOpen: true,
    responseBody() {
      body ??= bodies.read({ headers: source.response()?.headers, fetchBody });
      return body;
    },
  };
}

/** What Puppeteer reports about a call. */
export function sourceOfRequest(request: HTTPRequest, bodies: BodyReader): CallSource {
  const frame = request.frame();
  const isFromMainFrame = frame !== null && frame.parentFrame() === null;
  return {
    url: request.url(),
    method: request.method(),
    isFromMainFrame: () => isFromMainFrame,
    requestHeaders: () => request.headers(),
    requestBody: async () =>
      request.postData() ?? (request.hasPostData() ? await request.fetchPostData() : undefined),
    response() {
      const response = request.response();
      return response ? { status: response.status(), headers: response.headers() } : undefined;
    },
    fetchBody: () => bodies.fetchBody(request),
  };
}
