import { z } from 'zod';

/** Shared by the sub-actions that let a model work on the page by itself. */
export function agentFields({ usesVision }: { readonly usesVision: boolean }) {
  return {
    backend: z
      .enum(['browser_use', 'browserbase'])
      .default('browser_use')
      .describe('Which agent works on the page.'),
    use_vision: z
      .boolean()
      .default(usesVision)
      .describe('Shows the agent a screenshot at every step.'),
    keep_alive: z
      .boolean()
      .default(true)
      .describe('Leaves the page as the agent left it; when false, its tabs are closed.'),
  };
}
