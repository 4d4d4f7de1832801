import { EgressError, type EgressGuard } from '@errand/egress-guard';
import { type GivenFile, isInlineFile, readDataUrl, readPlainBase64 } from './read-data-url.ts';

const MAX_REDIRECTS = 5;

/** A file that cannot be fetched, with a sentence for the client. */
export class FileRefusedError extends Error {
  readonly code = 'file-refused';
}

/** Reads a data URL or base64, or fetches a URL. Throws FileRefusedError or the abort reason. */
export async function fetchFile(
  egress: EgressGuard,
  source: string,
  limits: {
    readonly maxBytes: number;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
  },
): Promise<GivenFile> {
  if (isInlineFile(source)) {
    const file = readPlainBase64(source) ?? readDataUrl(source);
    if (!file)
      throw new FileRefusedError(
        'is not a data URL, or its base64 is invalid: send data:TYPE;base64,DATA.',
      );
    if (file.body.length <= limits.maxBytes) return file;
    throw new FileRefusedError(
      `has more than ${limits.maxBytes} bytes, which is the limit: send a smaller file.`,
    );
  }
  try {
    const { status, headers, body } = await egress.request(source, {
      ...limits,
      maxRedirects: MAX_REDIRECTS,
    });
    if (status >= 200 && status < 300)
      return { body, contentType: headers['content-type'] ?? null };
    throw new FileRefusedError(
      `cannot be fetched: the server returned ${status}; send a URL that returns 200.`,
    );
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    const [first = '', ...rest] = error.message;
    throw new FileRefusedError(`cannot be fetched: ${first.toLowerCase()}${rest.join('')}`, {
      cause: error,
    });
  }
}
