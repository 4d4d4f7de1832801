import type { Desktop } from '@errand/desktop';
import type { LanguageModels } from '@errand/language-models';
import type { ElementHandle } from 'puppeteer';
import type { PageTracker } from '../../page/pages/page-tracker.ts';
import type { TargetElement } from '../../page/acting/element-acts.ts';
import type { PageRun } from '../../page/page-run.ts';
import type { StepRecord } from '../../reports/step-record.ts';
import type { RunLimits } from '../../run-limits.ts';
import type { RunOutput } from '../../reports/run-output.ts';
import type { Target } from '../../targets/target.ts';
import type { ScreenRun } from '../../screen/screen-run.ts';
import type { AgentRun } from '../agents/agent-run.ts';

/** What acting on a target needs from a run. */
export interface TargetRun extends PageRun {
  readonly screen: ScreenRun;
  readonly agent: AgentRun;
  readonly models: LanguageModels | undefined;
  readonly stepRecord: StepRecord;
  /** Tracks which element the step acts on, and when. */
  readonly trace:
    | {
        readonly aim: (element: ElementHandle, pages: PageTracker) => void;
        readonly act: (pages: PageTracker) => void;
      }
    | undefined;
  readonly output: RunOutput;
  readonly limits: RunLimits;
}

/** What a step does, and its target. */
export interface TargetStep {
  readonly run: TargetRun;
  /** The kind of its action. */
  readonly kind: string;
  /** The screen that the step acts on; undefined if it acts on a page element. */
  readonly desktop: Desktop | undefined;
  /** How long its element may take to become ready. */
  readonly timeoutMs: number;
  /** Whether the element is verified right before it is acted on. */
  readonly isVerified: boolean;
  /** The accessibility tree around the element at recording time. */
  readonly recordedTree: string | undefined;
  /** Whether the step is in a loop, and so may have another element each time. */
  readonly isInLoop: boolean;
  readonly target: Target;
  readonly act: (element: TargetElement) => Promise<void>;
}
