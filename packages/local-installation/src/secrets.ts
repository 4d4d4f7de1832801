import { randomBytes } from 'node:crypto';

/** What every control plane needs; processes on one database share them. */
export interface ControlPlaneSecrets {
  /** What workers show the control plane. */
  readonly workerToken: string;
  /** Seals what must not rest in clear. */
  readonly sealingKey: string;
  /** Signs the addresses of stored files. */
  readonly storageSigningKey: string;
}

export function makeControlPlaneSecrets(): ControlPlaneSecrets {
  return {
    workerToken: randomSecret(),
    sealingKey: `local:${randomSecret()}`,
    storageSigningKey: randomSecret(),
  };
}

/** 32 random bytes in base64. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64');
}
