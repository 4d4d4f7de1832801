import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedUrls {
  /** Returns a URL for one method and key; the signature covers all parameters. */
  readonly sign: (grant: UrlGrant) => string;
  /** Returns the signed parameters. Throws UrlRefusedError. */
  readonly verify: (request: UrlRequest) => ReadonlyMap<string, string>;
}

interface UrlGrant {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  readonly expiresInSeconds: number;
  readonly parameters: Readonly<Record<string, string>>;
}

interface UrlRequest {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  readonly query: URLSearchParams;
}

interface SignedUrlsOptions {
  /** Public URL of the router, such as `https://errand.example.com/files`. */
  readonly publicUrl: string;
  /** At least 32 bytes; anyone who knows it can read and write every object. */
  readonly signingKey: Uint8Array;
  readonly now: () => Date;
}

/** The URL does not grant the request. */
export class UrlRefusedError extends Error {
  readonly code: 'signature-mismatch' | 'url-expired';

  constructor(code: 'signature-mismatch' | 'url-expired', message: string) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

const MIN_KEY_BYTES = 32;

/**
 * Creates URLs that carry their own permission: HMAC-SHA256 over method, key, expiry and all
 * parameters.
 */
export function createSignedUrls({ publicUrl, signingKey, now }: SignedUrlsOptions): SignedUrls {
  if (signingKey.byteLength < MIN_KEY_BYTES) {
    throw new RangeError(
      `The signing key of the local storage has ${signingKey.byteLength} bytes; at least ${MIN_KEY_BYTES} are needed.`,
    );
  }
  const filesUrl = new URL(publicUrl).href.replace(/\/$/, '');
  const nowSeconds = (): number => Math.floor(now().getTime() / 1000);

  return {
    sign({ method, key, expiresInSeconds, parameters }) {
      const expires = String(nowSeconds() + expiresInSeconds);
      const query = new URLSearchParams({ ...parameters, expires });
      query.set('signature', signatureOf({ method, key, query }, signingKey).toString('base64url'));
      return `${filesUrl}/${key.split('/').map(encodeURIComponent).join('/')}?${query}`;
    },
    verify(request) {
      const given = Buffer.from(request.query.get('signature') ?? '', 'base64url');
      const expected = signatureOf(request, signingKey);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new UrlRefusedError(
          'signature-mismatch',
          'The signature of this URL does not match its method, path and parameters: request a new URL and use it unchanged.',
        );
      }
      const parameters = new Map(request.query);
      const expires = Number(parameters.get('expires'));
      if (expires > nowSeconds()) return parameters;
      throw new UrlRefusedError(
        'url-expired',
        `This URL expired at ${new Date(expires * 1000).toISOString()}: request a new one.`,
      );
    },
  };
}

/** Signs every parameter, so that adding or repeating one invalidates the signature. */
function signatureOf({ method, key, query }: UrlRequest, signingKey: Uint8Array): Buffer {
  const parameters = [...query].filter(([name]) => name !== 'signature');
  const signed = JSON.stringify(['v1', method, key, parameters]);
  return createHmac('sha256', signingKey).update(signed).digest();
}
