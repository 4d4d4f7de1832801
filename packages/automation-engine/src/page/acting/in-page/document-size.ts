/** Whether the document has no more elements and text than that. Looks no further than needed. */
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
