import { randomBytes } from 'node:crypto';

/** Secrets of a control plane, shared by processes on one database. */
export interface ControlPlaneSecrets {
  /** Credential of workers at the control plane. */
  readonly workerToken: string;
  /** Encrypts sensitive data at rest. */
  readonly sealingKey: string;
  /** Signs the URLs of stored files. */
  readonly storageSigningKey: string;
}

export function makeControlPlaneSecrets(): ControlPlaneSecrets {
  return {
    workerToken: randomSecret(),
    sealingKey: `local:${randomSecret()}`,
    storageSigningKey: randomSecret(),
  };
}

/** Returns 32 random bytes in base64. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64');
}
