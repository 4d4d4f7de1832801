import type { PageRun } from '../../page/page-run.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import type { AskModel } from '../models/model-question.ts';

/** What solving a captcha needs from a run. */
export interface CaptchaRun extends PageRun {
  readonly secrets: Pick<RunSecrets, 'hasRevealed' | 'redact'>;
  readonly askModel: AskModel;
}
