export type ArtifactKind =
  | 'download'
  | 'screenshot'
  | 'final_screenshot'
  | 'evidence'
  | 'recording'
  | 'trace';

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
