import { createHash, createHmac } from 'node:crypto';

/** Returns the AWS signature version 4 of a POST to `/` of Secrets Manager, in hexadecimal. */
export function signRequest(
  request: {
    readonly signedHeaders: readonly (readonly [name: string, value: string])[];
    readonly body: string;
    readonly time: string;
    readonly day: string;
    readonly region: string;
  },
  accessKey: string,
): string {
  const { signedHeaders, body, time, day, region } = request;
  const lines = signedHeaders.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const names = signedHeaders.map(([name]) => name).join(';');
  const canonical = ['POST', '/', '', lines, names, digest(body)].join('\n');
  const scope = `${day}/${region}/secretsmanager/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, digest(canonical)].join('\n');
  const key = [day, region, 'secretsmanager', 'aws4_request'].reduce<string | Buffer>(
    (made, part) => createHmac('sha256', made).update(part).digest(),
    `AWS4${accessKey}`,
  );
  return createHmac('sha256', key).update(toSign).digest('hex');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
