import { abortable } from '@errand/foundation';
import type { ActingElement } from '../../page/acting/acting-element.ts';
import { findCandidates } from '../../page/elements/find-candidates.ts';
import { currentUrl } from '../../page/pages/current-url.ts';
import type { HealedLocator } from '../../reports/step-record.ts';
import type { TargetStep } from './target-step.ts';

/**
 * Locators that would have matched the element, checked on the page before the element is acted on.
 * Undefined if another task, or another iteration of a loop, may need another element.
 */
export async function proposeLocators(
  step: Pick<TargetStep, 'isInLoop' | 'run' | 'target'>,
  element: ActingElement,
): Promise<HealedLocator | undefined> {
  const { run, target } = step;
  if (mayVary(step)) return undefined;
  const handle = await element.find();
  try {
    const candidates = await abortable(findCandidates(run, handle), run.signal);
    const [best] = candidates;
    const failed = target.skip_command ? undefined : (target.command ?? undefined);
    if (!best) return undefined;
    return {
      ...(failed === undefined ? {} : { failedCommand: failed }),
      command: best.command,
      candidates,
      pageUrl: run.redact(currentUrl(run)),
    };
  } finally {
    handle.dispose().catch(() => undefined);
  }
}

/** Nothing in the page's text shows which part came from a placeholder. */
function mayVary({ isInLoop, target }: Pick<TargetStep, 'isInLoop' | 'target'>): boolean {
  const { command, xpath, keyword, prompt_instructions: instructions } = target;
  return isInLoop || [command, xpath, keyword, instructions].some((text) => text?.includes('{'));
}
