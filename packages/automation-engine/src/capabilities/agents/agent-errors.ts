import { AutomationError } from '../../errors.ts';

/** An agent ended without completing its task, or nothing on the page confirms that it did. */
export class AgentUnfinishedError extends AutomationError {
  readonly code = 'agent_unfinished';

  constructor(task: string, reason: string) {
    super(`The agent did not finish its task ${JSON.stringify(task.slice(0, 200))}: ${reason}`);
  }
}
