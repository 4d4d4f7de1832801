import type { AgentBounds } from '../capabilities/agents/agent-run.ts';
import type { HumanRun } from '../capabilities/human/human-run.ts';
import type { ModelRun } from '../capabilities/models/model-run.ts';
import type { ScriptRun } from '../capabilities/scripts/script-run.ts';
import type { CodeRun } from '../capabilities/two-factor/code-run.ts';
import type { PageRun } from '../page/page-run.ts';
import type { DialogAnswers } from '../page/pages/dialog-answers.ts';
import type { NetworkLog } from '../page/pages/network-log.ts';
import type { LoopStatuses } from '../reports/loop-status.ts';
import type { ScreenRun } from '../screen/screen-run.ts';
import type { OutputRun } from './create-output-actions.ts';
import type { FileRun } from './file-run.ts';
import type { PrivateHandlers } from './private-handler.ts';
import type { StepRun } from './run-step.ts';

/** What nodes need from a run, but actions do not. */
interface NodeParts {
  readonly dialogs: DialogAnswers;
  readonly loopStatuses: LoopStatuses;
  readonly handlers: PrivateHandlers;
}

/** The slices of one run, without the bindings, which depend on the place in the automation. */
export interface RunParts {
  readonly elements: Omit<PageRun, 'bindings'>;
  readonly screen: ScreenRun;
  readonly model: ModelRun;
  readonly bounds: AgentBounds;
  readonly files: Omit<FileRun, 'bindings'>;
  readonly scripts: Omit<ScriptRun, 'bindings' | 'calls' | 'scope'>;
  readonly network: NetworkLog;
  readonly human: HumanRun;
  readonly code: CodeRun;
  readonly output: OutputRun;
  readonly steps: StepRun;
  readonly nodes: NodeParts;
}
