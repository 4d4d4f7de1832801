import type { Bindings, Scope } from '@errand/expressions';
import type { Desktop } from '@errand/desktop';
import type { LanguageModels } from '@errand/language-models';
import type { Redactor } from '@errand/secrets';
import type { Downloads } from '../../page/downloads/downloads.ts';
import type { PageTracker } from '../../page/pages/page-tracker.ts';
import type { StepRecord } from '../../reports/step-record.ts';
import type { RunLimits } from '../../run-limits.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import type { FencePost } from './navigation-fence.ts';

/** What determines where the agents of a run may go. */
export interface AgentBounds {
  readonly fencePost: FencePost;
  /** Addresses that the automation names, with their placeholders. */
  readonly namedAddresses: readonly string[];
  /** Values for those placeholders. */
  readonly inputParameters: Scope['inputParameters'];
}

/** What an agent needs from a run. */
export interface AgentRun {
  readonly signal: AbortSignal;
  readonly pages: PageTracker;
  /** The screen that scrolling acts on; undefined if it acts on the current page. */
  readonly desktop: Desktop | undefined;
  readonly models: LanguageModels | undefined;
  readonly redact: Redactor;
  readonly secrets: Pick<RunSecrets, 'hasRevealed' | 'redact'>;
  readonly limits: RunLimits;
  /** Hides elements without content from models. */
  readonly removeEmptyNodes: boolean;
  readonly bounds: AgentBounds;
  readonly downloads: Downloads;
  readonly stepRecord: StepRecord;
  readonly bindings: Bindings;
}
