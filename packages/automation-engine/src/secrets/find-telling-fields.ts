import type { Redactor } from '@errand/secrets';

/** Pages split codes and numbers over fields of up to this many characters. */
const LONGEST_BOX = 4;

/**
 * Returns the positions of the fields whose text contains a secret, alone or together with the
 * short fields beside it. Empty fields are never among them.
 */
export function findTellingFields(texts: readonly string[], redact: Redactor): number[] {
  const contains = (text: string): boolean => redact(text) !== text;
  const telling = new Set<number>();
  let boxes: number[] = [];
  const endBoxes = (): void => {
    if (contains(boxes.map((at) => texts[at]).join(''))) for (const at of boxes) telling.add(at);
    boxes = [];
  };
  for (const [at, text] of texts.entries()) {
    if (text === '' || text.length > LONGEST_BOX) endBoxes();
    else boxes.push(at);
    if (contains(text)) telling.add(at);
  }
  endBoxes();
  return [...telling];
}
