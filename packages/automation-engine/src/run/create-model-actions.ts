import type { TargetRun } from '../capabilities/by-model/target-step.ts';
import { solveCaptcha } from '../capabilities/captcha/solve-captcha.ts';
import { runOverlayAgent, runTaskAgent } from '../capabilities/agents/run-task-agent.ts';
import { askModel } from '../capabilities/models/ask-model.ts';
import type { ModelActs } from '../actions/action-context.ts';

/** What an action can request from a model. */
export function createModelActions(run: TargetRun): ModelActs {
  return {
    hasModels: run.models !== undefined,
    askModel: (question) => askModel(run, question),
    noteMeans: run.stepRecord.add,
    runAgent: (params) => runTaskAgent(run, params),
    runOverlayAgent: (params) => runOverlayAgent(run, params),
    solveCaptcha: (captcha) => solveCaptcha(run, captcha),
  };
}
