import { abortable } from '@errand/foundation';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Client, ClientOptions } from 'minio';
import { errorCode } from '../error-code.ts';
import { ObjectNotFoundError, ObjectStorageUnavailableError } from '../object-storage-errors.ts';

export interface BucketAccessOptions {
  /** URL of the S3 API, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly url: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /**
   * Puts the bucket in the path instead of the host name. Never used for Amazon's own hosts.
   * Default true.
   */
  readonly pathStyle?: boolean | undefined;
  /** Maximum wait for a response or during a pause in a transfer. Default 30000. */
  readonly requestTimeoutMs?: number | undefined;
}

/** Describes a request to the bucket, for errors. */
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

// Part size of multipart uploads, and the memory that a write uses.
export const PART_BYTES = 8 * 1024 * 1024;

/** The client's library is loaded on first use: most installations store files on a disk. */
export async function createBucketAccess(options: BucketAccessOptions): Promise<BucketAccess> {
  const minio = await import('minio');
  const { url, bucket, requestTimeoutMs = 30_000 } = options;
  const agent = impatientAgent(url, requestTimeoutMs);
  const client = new minio.Client({
    ...clientOptions(options),
    partSize: PART_BYTES,
    transportAgent: agent,
    // The client would log each retry to the console; callers decide about retries.
    retryOptions: { disableRetry: true },
  });
  return {
    client,
    bucket,
    request: (request, run) => translated({ ...request, place: `${url} ${bucket}` }, run),
    close: () => agent.destroy(),
  };
}

/** Returns the options shared with URL signing. */
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

/** Returns an agent with timeouts, because the client would wait forever for a silent server. */
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
