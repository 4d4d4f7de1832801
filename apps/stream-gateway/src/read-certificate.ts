import type { Certificate } from '@errand/app-runtime';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Reads both files and checks that they belong together. Throws what the file system or OpenSSL says. */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(files.certFile), readFile(files.keyFile)]);
  createSecureContext({ cert, key });
  return { cert, key };
}
