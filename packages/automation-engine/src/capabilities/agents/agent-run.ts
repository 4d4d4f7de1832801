import type { Bindings, Scope } from '@errand/expressions';
import type { Downloads } from '../../page/downloads/downloads.ts';
import type { StepRecord } from '../../reports/step-record.ts';
import type { ModelRun } from '../models/model-run.ts';
import type { FencePost } from './navigation-fence.ts';

/** What an agent needs from a run. */
export interface AgentRun extends ModelRun {
  readonly fencePost: FencePost;
  readonly downloads: Downloads;
  readonly stepRecord: StepRecord;
  readonly bindings: Bindings;
  readonly scope: Scope;
  /** Addresses that the automation names, with their placeholders. */
  readonly namedAddresses: readonly string[];
}
