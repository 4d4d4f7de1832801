import type { ActionRun } from './action-run.ts';
import type { AskModel } from '../capabilities/models/model-question.ts';
import { solveCaptcha } from '../capabilities/captcha/solve-captcha.ts';
import { runOverlayAgent, runTaskAgent } from '../capabilities/agents/run-task-agent.ts';
import { askModel } from '../capabilities/models/ask-model.ts';
import type { ModelActs } from '../actions/action-context.ts';

/** What an action can request from a model. */
export function createModelActions({
  model,
  target,
}: Pick<ActionRun, 'model' | 'target'>): ModelActs {
  const { agent } = target;
  const ask: AskModel = (question) => askModel(model, question);
  const captchaRun = { ...target, secrets: model.secrets, askModel: ask };
  return {
    hasModels: model.models !== undefined,
    askModel: ask,
    noteMeans: target.stepRecord.add,
    runAgent: (params) => runTaskAgent(agent, params),
    runOverlayAgent: (params) => runOverlayAgent(agent, params),
    solveCaptcha: (captcha) => solveCaptcha(captchaRun, captcha),
  };
}
