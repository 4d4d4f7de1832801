import { z } from 'zod';

/** Shared by the sub-actions that let a model work on the page autonomously. */
export function agentFields({ usesVision }: { readonly usesVision: boolean }) {
  return {
    backend: z
      .literal('browser_use', {
        error:
          'The only agent is "browser_use", which works in the browser of the task: leave backend out. There is no "browserbase" here.',
      })
      .default('browser_use')
      .describe('Which agent works on the page: browser_use, the only one.'),
    use_vision: z
      .boolean()
      .default(usesVision)
      .describe('Shows the agent a screenshot at every step.'),
    keep_alive: z
      .boolean()
      .default(true)
      .describe('Keeps the page as the agent left it; when false, its tabs are closed.'),
  };
}

/** A task in plain language for an agent. */
export type AgentParams = Omit<z.output<z.ZodObject<ReturnType<typeof agentFields>>>, 'backend'> & {
  readonly task: string;
  readonly max_steps: number;
};

export const DEFAULT_OVERLAY_TASK =
  'Dismiss every overlay that covers the page: cookie notices, sign-up and newsletter dialogs, age checks and promotions. Prefer to reject or to close. Type nothing, submit no form and do not leave the page. Stop as soon as nothing covers the page any more.';
export const DEFAULT_OVERLAY_STEPS = 5;
