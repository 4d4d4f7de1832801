import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StartError } from './start-error.ts';

/** Node's own variable: a PEM file with authorities that Node trusts besides the public ones. */
const VARIABLE = 'NODE_EXTRA_CA_CERTS';
const CERTIFICATE =
  /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]*-----END (?:TRUSTED )?CERTIFICATE-----/g;

/** The message ends a sentence that begins with the name of the variable. */
export class ExtraCertificatesError extends StartError {
  override readonly code = 'extra-certificates';
}

/**
 * Returns the certificates in the file of NODE_EXTRA_CA_CERTS; empty if it is not set. Node itself
 * would ignore a file that it cannot use. Throws ExtraCertificatesError.
 */
export function readExtraCertificates(
  environment: Readonly<Record<string, string | undefined>>,
): readonly X509Certificate[] {
  const path = environment[VARIABLE];
  if (!path) return [];
  const blocks = read(path).match(CERTIFICATE) ?? [];
  if (blocks.length === 0) {
    throw new ExtraCertificatesError(
      `must be a file with certificates in PEM, but "${path}" has none.`,
    );
  }
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch (cause) {
      throw new ExtraCertificatesError(
        `must be a file with certificates in PEM, but certificate ${index + 1} in "${path}" is damaged.`,
        { cause },
      );
    }
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const code = Error.isError(cause) && 'code' in cause ? String(cause.code) : 'unreadable';
    throw new ExtraCertificatesError(
      `is "${path}", but that file cannot be read (${code}): correct the path.`,
      { cause },
    );
  }
}
