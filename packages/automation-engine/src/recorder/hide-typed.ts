import type { SecretNote } from './notes.ts';
import type { NoteEvent } from './recorded-events.ts';
import type { Act, Step } from './recorded-steps.ts';

/**
 * Removes the characters of a secret from the steps before it: those that were typed before its
 * field opened, or before the field was known to be secret.
 */
export function hideTyped(
  steps: Step[],
  { document, frame }: Pick<NoteEvent, 'document' | 'frame'>,
  { target, begunOn = [] }: Pick<SecretNote, 'target' | 'begunOn'>,
): void {
  const element = `${document}#${target.id}`;
  const openers = new Set(begunOn.map((id) => `${document}#${id}`));
  let isOpening = true;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (!step) continue;
    const isOwn = step.element === element;
    const isOpener = openers.has(step.element) && isTyped(step.act);
    isOpening &&= isOwn || isOpener || step.act.kind === 'scroll';
    if (!isOwn && !(isOpening && isOpener)) continue;
    if (isCharacter(step.act)) steps.splice(index, 1);
    if (step.act.kind === 'fill') step.act = { kind: 'secret', hasEnter: step.act.hasEnter };
    if (step.act.kind !== 'letters') continue;
    const isInRow = step.place?.isInRow === true && (target.inRow?.length ?? 0) > 0;
    const place = { frame, target, isInRow };
    steps[index] = { ...step, act: { kind: 'secret', hasEnter: false }, place, element };
  }
}

function isTyped(act: Act): boolean {
  return act.kind === 'letters' || isCharacter(act);
}

function isCharacter(act: Act): boolean {
  if (act.kind !== 'keys' || act.keys.length !== 1) return false;
  return act.keys[0] === 'space' || /^.$/u.test(act.keys[0] ?? '');
}
