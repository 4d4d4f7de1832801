import { abortable } from '@errand/foundation';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Client, type ClientOptions } from 'minio';
import { errorCode } from '../error-code.ts';
import { ObjectNotFoundError, ObjectStorageUnavailableError } from '../object-storage-errors.ts';

export interface BucketAccessOptions {
  /** Address of the S3 API, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly url: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** The bucket is a part of the path, not of the host name. Amazon's own hosts never are. Default true. */
  readonly pathStyle?: boolean | undefined;
  /** How long an answer, or a pause in a transfer, may take. Default 30000. */
  readonly requestTimeoutMs?: number | undefined;
}

/** What is asked of the bucket, for the error when it is not answered. */
export interface BucketRequest {
  /** Completes "The object storage could not …". */
  readonly act: string;
  readonly key?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface BucketAccess {
  readonly client: Client;
  readonly bucket: string;
  /** Throws ObjectNotFoundError, ObjectStorageUnavailableError, or the reason of the signal. */
  readonly request: <Result>(request: BucketRequest, run: () => Promise<Result>) => Promise<Result>;
  readonly close: () => void;
}

const absentCodes: readonly unknown[] = ['NoSuchKey', 'NotFound'];

// The size of a part is also what a write keeps in memory.
export const partBytes = 8 * 1024 * 1024;

export function createBucketAccess(options: BucketAccessOptions): BucketAccess {
  const { url, bucket, requestTimeoutMs = 30_000 } = options;
  const agent = impatientAgent(url, requestTimeoutMs);
  const client = new Client({
    ...clientOptions(options),
    partSize: partBytes,
    transportAgent: agent,
    // It would write to the console about each; who asked decides whether to ask again.
    retryOptions: { disableRetry: true },
  });
  return {
    client,
    bucket,
    request: (request, run) => translated({ ...request, place: `${url} ${bucket}` }, run),
    close: () => agent.destroy(),
  };
}

/** The part of the settings that signing needs as well. */
export function clientOptions(options: BucketAccessOptions): ClientOptions {
  const { protocol, hostname, port } = new URL(options.url);
  return {
    endPoint: hostname,
    ...(port && { port: Number(port) }),
    useSSL: protocol === 'https:',
    region: options.region,
    accessKey: options.accessKey,
    secretKey: options.secretKey,
    pathStyle: options.pathStyle ?? true,
  };
}

/** The client itself waits forever for a server that is silent. */
function impatientAgent(url: string, timeout: number): HttpAgent {
  const Agent = new URL(url).protocol === 'https:' ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: true, timeout });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, onCreated) => {
    const socket = connect(options, onCreated);
    return socket?.once('timeout', () => {
      socket.destroy(new Error(`the server was silent for ${timeout} ms`));
    });
  };
  return agent;
}

async function translated<Result>(
  { act, key, signal, place }: BucketRequest & { readonly place: string },
  run: () => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  try {
    return await abortable(run(), signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (key !== undefined && absentCodes.includes(errorCode(error))) {
      throw new ObjectNotFoundError(key, { cause: error });
    }
    const object = key === undefined ? '' : ` "${key}"`;
    throw new ObjectStorageUnavailableError(`${act}${object} (${place})`, { cause: error });
  }
}
