import { controlOf } from './element-facts.ts';
import { type Needs, nextFrame, type Readiness, waitUntilReady } from './wait-until-ready.ts';

/** Returns the file field that the element is, or labels. */
export function fileFieldOf(element: Element): HTMLInputElement | undefined {
  const control = controlOf(element);
  return control instanceof HTMLInputElement && control.type === 'file' ? control : undefined;
}

/**
 * A file field only needs to be enabled: pages hide it behind their own buttons. Anything else
 * must be clickable.
 */
export async function uploadReadiness(
  element: Element,
  needs: Needs,
  fileCount: number,
): Promise<Readiness | { readonly state: 'file-field' }> {
  const end = performance.now() + needs.timeoutMs;
  const field = fileFieldOf(element);
  if (!field) return waitUntilReady(element, needs);
  if (fileCount > 1 && !field.multiple) {
    const problem = `takes one file only (it has no \`multiple\`), but the step gives it ${fileCount}`;
    return { state: 'refused', problem };
  }
  while (field.matches(':disabled')) {
    if (!element.isConnected) return { state: 'detached' };
    if (performance.now() >= end) return { state: 'blocked', problem: 'is not enabled' };
    await nextFrame();
  }
  // The field may have been enabled and replaced at the same moment.
  return { state: element.isConnected ? 'file-field' : 'detached' };
}
