export interface TaskStep {
  /** The attempt that the step belongs to. */
  readonly attempt: number;
  readonly sequence: number;
  readonly nodePath: string;
  readonly kind: string;
  readonly outcome: 'done' | 'skipped' | 'failed';
  readonly reason: string | null;
  readonly errorClass: string | null;
  readonly errorMessage: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly pageUrl: string | null;
  readonly screenshotArtifactId: string | null;
  /**
   * With their wire names, as reported; null if the step's locator found the element immediately.
   */
  readonly means: unknown;
  /**
   * With their wire names, as the worker reported them; null for steps stored by an older release.
   */
  readonly details: unknown;
}
