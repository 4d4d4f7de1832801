import type { SecretNote } from './notes.ts';
import type { NoteEvent } from './recorded-events.ts';
import type { Act, Step } from './recorded-steps.ts';

/**
 * Removes the characters of a secret from the steps before it: those that were typed before its
 * field opened, or before the field was known to be secret. Returns whether this includes what was
 * typed in another document: its script cannot know whether the page then moved the focus here.
 */
export function hideTyped(
  steps: Step[],
  { page, document, frame }: Pick<NoteEvent, 'document' | 'frame' | 'page'>,
  { target, begunOn = [] }: Pick<SecretNote, 'target' | 'begunOn'>,
): boolean {
  const hasElsewhere = dropElsewhere(steps, (step) => {
    return step.page === page && !step.element.startsWith(`${document}#`);
  });
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
  return hasElsewhere;
}

/** Removes the last steps if they only type characters in another document. */
function dropElsewhere(steps: Step[], isElsewhere: (step: Step) => boolean): boolean {
  const { length } = steps;
  for (let last = steps.at(-1); last; last = steps.at(-1)) {
    if (!isTyped(last.act) || !isElsewhere(last)) break;
    steps.pop();
  }
  return steps.length < length;
}

function isTyped(act: Act): boolean {
  return act.kind === 'letters' || isCharacter(act);
}

function isCharacter(act: Act): boolean {
  if (act.kind !== 'keys' || act.keys.length !== 1) return false;
  return act.keys[0] === 'space' || /^.$/u.test(act.keys[0] ?? '');
}
