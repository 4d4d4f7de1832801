import type { ActionContext } from '../action-context.ts';
import { runOverlayAgent, runTaskAgent } from '../agents/run-task-agent.ts';
import { abortable } from '../deadline.ts';
import { askModel } from '../models/ask-model.ts';
import { isolatedRealm } from '../pages/isolated-realm.ts';
import type { RunState } from '../run-state.ts';

type ModelActions = Pick<
  ActionContext,
  'askModel' | 'hasModels' | 'runAgent' | 'runOverlayAgent' | 'viewportSize'
>;

/** What an action can ask a model. */
export function createModelActions(run: RunState): ModelActions {
  const { pages, signal } = run;
  return {
    hasModels: run.models !== undefined,
    runAgent: (params) => runTaskAgent(run, params),
    runOverlayAgent: (params) => runOverlayAgent(run, params),
    askModel: (question) => askModel(run, question),
    viewportSize: () => {
      const realm = isolatedRealm(pages.current().page.mainFrame());
      const measuring = realm.evaluate(() => ({ width: innerWidth, height: innerHeight }));
      return abortable(measuring, signal);
    },
  };
}
