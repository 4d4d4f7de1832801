import { type Certificate, SettingsError } from '@errand/app-runtime';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Reads both files and checks that they belong together. Throws SettingsError. */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  try {
    const [cert, key] = await Promise.all([readFile(files.certFile), readFile(files.keyFile)]);
    createSecureContext({ cert, key });
    return { cert, key };
  } catch (error) {
    const reason = Error.isError(error) ? error.message : String(error);
    throw new SettingsError([`TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${reason}`]);
  }
}
