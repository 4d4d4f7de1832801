import type { ActionContext } from '../actions/action-context.ts';
import { runOverlayAgent, runTaskAgent } from '../capabilities/agents/run-task-agent.ts';
import { locateTexts } from '../screen/locate-texts.ts';
import { sizeOfView } from '../screen/look-at-view.ts';
import { askModel } from '../capabilities/models/ask-model.ts';
import type { RunState } from './run-state.ts';
import { bindBox } from '../targets/bind-box.ts';

type ModelActions = Pick<
  ActionContext,
  | 'askModel'
  | 'hasModels'
  | 'hasPages'
  | 'locateTexts'
  | 'noteMeans'
  | 'runAgent'
  | 'runOverlayAgent'
  | 'viewSize'
>;

/** What an action can ask a model. */
export function createModelActions(run: RunState): ModelActions {
  return {
    hasModels: run.models !== undefined,
    hasPages: run.hasPages,
    runAgent: (params) => runTaskAgent(run, params),
    runOverlayAgent: (params) => runOverlayAgent(run, params),
    noteMeans: run.stepRecord.add,
    askModel: (question) => askModel(run, question),
    locateTexts: (texts, box) => locateTexts(run, { texts, within: bindBox(box, run.bindings) }),
    viewSize: () => sizeOfView(run),
  };
}
