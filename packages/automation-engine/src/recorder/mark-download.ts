import type { Act, Step } from './recorded-steps.ts';

const STARTS_WITHIN_MS = 60_000;

/** The browser reports that a download started, but not which step caused it. */
export function markDownload(
  steps: readonly Step[],
  at: number,
  addFault: (message: string) => void,
): void {
  const index = steps.findLastIndex(({ act }) => maySend(act));
  const cause = steps[index];
  if (!cause || at - cause.at >= STARTS_WITHIN_MS) {
    return addFault('A download began that no step can expect.');
  }
  const { kind } = cause.act;
  if (kind === 'click' || kind === 'select') cause.hasDownload = true;
  else
    addFault(
      `Step ${index + 1} (${kind}) began a download, which it cannot expect: click what begins it instead.`,
    );
}

/** Whether the act may start a download. */
function maySend(act: Act): boolean {
  if (act.kind === 'fill' || act.kind === 'secret') return act.hasEnter;
  if (act.kind === 'keys') return !act.keys.includes('Tab');
  return act.kind === 'click' || act.kind === 'select';
}
