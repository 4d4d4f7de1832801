import type { LanguageModels } from '@errand/language-models';
import type { Redactor } from '@errand/secrets';
import type { RunLimits } from '../../run-limits.ts';
import type { ScreenRun } from '../../screen/screen-run.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';

/** What a run must provide to ask a model and show it pages and files. */
export interface ModelRun extends ScreenRun {
  /** The only way to reach a model. Everything sent through it is redacted. */
  readonly models: LanguageModels | undefined;
  readonly redact: Redactor;
  readonly secrets: RunSecrets;
  readonly limits: RunLimits;
  /** Hides elements without content from models. */
  readonly removeEmptyNodes: boolean;
}
