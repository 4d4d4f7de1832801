import { createHash, createHmac } from 'node:crypto';

interface SigningOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly secretKey: string;
}

/**
 * Re-signs a presigned PUT with these headers in addition to the host (Signature Version 4). The
 * client signs only the host, so that a holder of the URL could store any type and size.
 */
export function bindUploadHeaders(
  presignedUrl: string,
  { headers, secretKey }: SigningOptions,
): string {
  const [address = '', presignedQuery = ''] = presignedUrl.split('?');
  const { origin, host } = new URL(address);
  const signed = new Map(Object.entries({ ...headers, host }).toSorted(byName));
  const signedNames = [...signed.keys()].join(';');
  const query = presignedQuery
    .split('&')
    .filter((parameter) => !/^X-Amz-(?:Signature|SignedHeaders)=/.test(parameter))
    .concat(`X-Amz-SignedHeaders=${encodeURIComponent(signedNames)}`)
    .toSorted()
    .join('&');
  const canonicalRequest = [
    'PUT',
    address.slice(origin.length),
    query,
    ...[...signed].map(([name, value]) => `${name}:${value}`),
    '',
    signedNames,
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const signature = sign(canonicalRequest, new URLSearchParams(query), secretKey);
  return `${address}?${query}&X-Amz-Signature=${signature}`;
}

function byName([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return left < right ? -1 : 1;
}

function sign(canonicalRequest: string, query: URLSearchParams, secretKey: string): string {
  const scope = (query.get('X-Amz-Credential') ?? '').split('/').slice(-4);
  const stringToSign = [
    'AWS4-HMAC-SHA256',
    query.get('X-Amz-Date'),
    scope.join('/'),
    createHash('sha256').update(canonicalRequest).digest('hex'),
  ].join('\n');
  const signingKey = scope.reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${secretKey}`),
  );
  return hmac(signingKey, stringToSign).toString('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
