import type { LanguageModels } from '@errand/language-models';
import type { Redactor } from '@errand/secrets';
import type { RunLimits } from '../../run-limits.ts';
import type { ScreenRun } from '../../screen/screen-run.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';

/** What asking a model, and showing it pages and files, needs of a run. */
export interface ModelRun extends ScreenRun {
  /** The only way to a model: what is said through it is redacted. */
  readonly models: LanguageModels | undefined;
  readonly redact: Redactor;
  readonly secrets: RunSecrets;
  readonly limits: RunLimits;
  /** Leaves elements without content out of the page as models see it. */
  readonly removeEmptyNodes: boolean;
}
