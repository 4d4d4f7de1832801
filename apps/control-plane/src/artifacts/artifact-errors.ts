import { DomainError } from '../http/domain-error.ts';

/** A worker announced a file that no single upload can carry. */
export class ArtifactTooLargeError extends DomainError {
  readonly code = 'payload-too-large';
  readonly status = 413;

  constructor(filename: string, size: number) {
    super(`File "${filename}" has ${size} bytes; at most 5 GiB (5368709120 bytes) can be stored.`);
  }
}
