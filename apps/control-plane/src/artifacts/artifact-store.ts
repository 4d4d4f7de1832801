import type { ObjectStorage } from '@errand/object-storage';
import type { Database } from '../database/connect-database.ts';
import type { LeaseHolder } from '../leases/lease-store.ts';

export type ArtifactKind = 'download' | 'screenshot' | 'final_screenshot' | 'evidence';

export interface NewArtifact {
  readonly filename: string;
  readonly kind: ArtifactKind;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface Upload {
  readonly artifactId: string;
  readonly filename: string;
  readonly uploadUrl: string;
  /** Headers that the PUT must carry. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RejectedArtifact {
  readonly artifactId: string;
  readonly reason: 'unknown' | 'missing' | 'wrong-size';
}

/** A confirmed file of a task's last attempt. */
export interface TaskFile {
  readonly artifactId: string;
  readonly kind: ArtifactKind;
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly objectKey: string;
  readonly createdAt: Date;
}

export interface ArtifactStore {
  /** Registers files and signs an upload address for each. Throws LeaseLostError, TaskNotFoundError. */
  announce: (holder: LeaseHolder, files: readonly NewArtifact[]) => Promise<readonly Upload[]>;
  /** Accepts the files whose object exists with the announced size. May be repeated. */
  confirm: (
    holder: LeaseHolder,
    artifactIds: readonly string[],
  ) => Promise<{
    readonly confirmed: readonly string[];
    readonly rejected: readonly RejectedArtifact[];
  }>;
  /** Files of the task's last attempt, oldest first. Throws TaskNotFoundError. */
  listFiles: (accountId: string, taskId: string) => Promise<readonly TaskFile[]>;
}

export function createArtifactStore(_dependencies: {
  readonly database: Database;
  readonly storage: ObjectStorage;
}): ArtifactStore {
  throw new Error('The artifact store is being written.');
}
