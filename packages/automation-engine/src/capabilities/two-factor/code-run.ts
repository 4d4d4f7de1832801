import type { ModelRun } from '../models/model-run.ts';
import type { MessageSource } from './message-source.ts';
import type { TwoFactorState } from './two-factor-state.ts';

/** What waiting for a one-time code needs from a run. */
export interface CodeRun extends ModelRun {
  readonly twoFactor: TwoFactorState;
  readonly messages: MessageSource | undefined;
}
