import { abortable } from '@errand/foundation';
import { takeImage } from '../page/screenshots/take-image.ts';
import { snapshotAccessibility } from '../run/evidence/snapshot-accessibility.ts';
import type { StepRun } from '../run/run-step.ts';
import type { SessionSnapshot } from './engine-session.ts';

/** Throws `PageClosedError`, and `WaitTimeoutError` for a page that does not draw. */
export async function takeSnapshot({
  pages,
  pictures,
  secrets,
  signal,
}: StepRun): Promise<SessionSnapshot> {
  const { page } = pages.current();
  // The screenshot comes first: it has a time limit, which a page that hangs exceeds.
  const screenshot = await takeImage(page, { type: 'png' }, pictures);
  const title = await abortable(page.title(), signal);
  const tree = await abortable(snapshotAccessibility(page, { secrets, signal }), signal);
  return {
    pageUrl: secrets.redact(page.url()),
    title: secrets.redact(title),
    accessibilitySnapshot: tree,
    screenshot,
  };
}
