import type { IncomingHttpHeaders } from 'node:http';
import { serveVault, type VaultAnswer, type VaultServer } from './serve-vault.ts';
import { signRequest } from './sign-request.ts';

interface AccessKey {
  readonly id: string;
  readonly secret: string;
}

/** Serves the read operations of AWS Secrets Manager. Verifies the signature of every request. */
export function startSecretsManagerServer(options: {
  readonly accessKey: AccessKey;
  readonly regionName: string;
  /** Secret values by name; a Uint8Array is a binary secret. */
  readonly secrets: Readonly<Record<string, string | Uint8Array>>;
}): Promise<VaultServer> {
  return serveVault(({ method, url, headers }, body) => {
    const isCall =
      method === 'POST' &&
      url === '/' &&
      headers['content-type'] === 'application/x-amz-json-1.1' &&
      headers['x-amz-target'] === 'secretsmanager.GetSecretValue';
    if (!isCall) return refuse('UnknownOperationException', 'The operation is not known.');
    const problem = findProblem(headers, body, options);
    if (problem !== undefined) return refuse(problem, 'The request is not signed as it has to be.');
    const { SecretId: name } = JSON.parse(body) as { readonly SecretId: string };
    const value = options.secrets[name];
    if (value === undefined) {
      const message = "Secrets Manager can't find the specified secret.";
      return refuse('ResourceNotFoundException', message);
    }
    const content =
      typeof value === 'string'
        ? { SecretString: value }
        : { SecretBinary: Buffer.from(value).toString('base64') };
    return accept({ ARN: `arn:aws:secretsmanager:${name}`, Name: name, ...content });
  });
}

function findProblem(
  headers: IncomingHttpHeaders,
  body: string,
  { accessKey, regionName }: { readonly accessKey: AccessKey; readonly regionName: string },
): string | undefined {
  const matched =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/secretsmanager\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (!matched) return 'MissingAuthenticationTokenException';
  const [, keyId, day = '', region, names = '', signature] = matched;
  if (keyId !== accessKey.id) return 'UnrecognizedClientException';
  if (region !== regionName) return 'InvalidSignatureException';
  const signedHeaders = names.split(';').map((name) => [name, String(headers[name])] as const);
  const time = String(headers['x-amz-date']);
  const expected = signRequest({ signedHeaders, body, time, day, region }, accessKey.secret);
  return signature === expected ? undefined : 'InvalidSignatureException';
}

function accept(body: unknown): VaultAnswer {
  return { status: 200, body, contentType: 'application/x-amz-json-1.1' };
}

function refuse(type: string, message: string): VaultAnswer {
  return {
    status: 400,
    body: { __type: type, message },
    contentType: 'application/x-amz-json-1.1',
  };
}
