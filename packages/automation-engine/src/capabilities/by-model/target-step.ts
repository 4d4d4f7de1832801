import type { Desktop } from '@errand/desktop';
import type { TargetElement } from '../../page/acting/element-acts.ts';
import type { PageRun } from '../../page/page-run.ts';
import type { RunOutput } from '../../reports/run-output.ts';
import type { Target } from '../../targets/target.ts';
import type { AgentRun } from '../agents/agent-run.ts';

/** What acting on a target needs of a run. */
export interface TargetRun extends AgentRun, PageRun {
  readonly output: RunOutput;
}

/** What a step does, and to what. */
export interface TargetStep {
  readonly run: TargetRun;
  /** Its kind of action. */
  readonly kind: string;
  /** The screen that it acts on; undefined when it acts on an element of a page. */
  readonly desktop: Desktop | undefined;
  /** Time that its element has to become ready. */
  readonly timeoutMs: number;
  /** Whether the element is made sure of right before it is acted on. */
  readonly isVerified: boolean;
  /** Accessibility tree around the element when the step was recorded. */
  readonly recordedTree: string | undefined;
  readonly target: Target;
  readonly act: (element: TargetElement) => Promise<void>;
}
