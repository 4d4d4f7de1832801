import { abortable } from '@errand/foundation';
import type { ActingElement } from '../../page/acting/acting-element.ts';
import type { Target } from '../../targets/target.ts';
import { findCandidates } from '../../page/elements/find-candidates.ts';
import type { PageRun } from '../../page/page-run.ts';
import { currentUrl } from '../../page/pages/current-url.ts';
import type { HealedLocator } from '../../reports/step-record.ts';

/**
 * Locators that would have matched the element, checked on the page before the element is acted on.
 */
export async function proposeLocators(
  run: PageRun,
  element: ActingElement,
  target: Target,
): Promise<HealedLocator | undefined> {
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
