import { Html } from '@errand/foundation';
import { createMarked } from '../site/create-marked.ts';

const marked = createMarked();

/** A description of the document as paragraphs and lists. */
export function renderText(markdown: string): Html {
  return new Html(marked.parse(markdown, { async: false }).trim());
}

/** A few words of the document, without a paragraph. */
export function renderWords(markdown: string): Html {
  return new Html(marked.parseInline(markdown, { async: false }));
}
