import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In PEM. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/**
 * Creates a self-signed certificate for `localhost`: `certificate.pem` and `key.pem` in the
 * directory.
 */
export function makeCertificate(directory: string): Certificate {
  const [certificate, key] = [join(directory, 'certificate.pem'), join(directory, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', ...kind, '-days', '2', ...subject, ...files], {
    stdio: 'ignore',
  });
  return {
    certificate: readFileSync(certificate, 'utf8'),
    key: readFileSync(key, 'utf8'),
  };
}
