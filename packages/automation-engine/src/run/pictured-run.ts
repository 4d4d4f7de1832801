import type { Redactor } from '@errand/secrets';
import type { RunLimits } from '../run-limits.ts';
import type { ScreenRun } from '../screen/screen-run.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';

/** An image that the run took. */
export interface Screenshot {
  readonly kind: 'screenshot' | 'final_screenshot';
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** What taking screenshots needs from a run. */
export interface PicturedRun extends ScreenRun {
  readonly secrets: ScreenRun['secrets'] & Pick<RunSecrets, 'hasMissedSome' | 'redactParts'>;
  readonly screenshots: Screenshot[];
  readonly limits: RunLimits;
  readonly redact: Redactor;
  /** Whether another failed step may have a screenshot as evidence. Each call counts one step. */
  readonly takesPictureEvidence: () => boolean;
}
