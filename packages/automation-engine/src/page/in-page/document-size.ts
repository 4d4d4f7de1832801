/**
 * Whether the document has at most this many elements and characters. Stops as soon as it has more.
 */
export function isSmallDocument(limits: {
  readonly mostElements: number;
  readonly mostCharacters: number;
}): boolean {
  const walker = document.createTreeWalker(
    document,
    NodeFilter.SHOW_ELEMENT + NodeFilter.SHOW_TEXT,
  );
  let elements = 0;
  let characters = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof CharacterData) characters += node.length;
    else elements += 1;
    if (elements > limits.mostElements || characters > limits.mostCharacters) return false;
  }
  return true;
}
