import { isPortFree } from '@errand/app-runtime';
import { S3ServerError } from './s3-server-errors.ts';

/** Throws S3ServerError when the port is already in use. */
export async function assertPortFree(port: number): Promise<void> {
  if (await isPortFree(port)) return;
  throw new S3ServerError(`Port ${port} of 127.0.0.1 is in use: choose another with --port.`);
}
