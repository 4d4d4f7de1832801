import type { RunSecrets } from '../../secrets/run-secrets.ts';
import type { AskModel } from '../models/model-question.ts';
import type { MessageSource } from './message-source.ts';
import type { TwoFactorState } from './two-factor-state.ts';

/** What waiting for a one-time code needs from a run. */
export interface CodeRun {
  readonly signal: AbortSignal;
  readonly twoFactor: TwoFactorState;
  readonly messages: MessageSource | undefined;
  readonly secrets: Pick<RunSecrets, 'hide'>;
  /** Undefined without models. */
  readonly askModel: AskModel | undefined;
}
