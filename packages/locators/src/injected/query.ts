import { Ivya } from 'ivya';
import {
  beginAriaCaches,
  endAriaCaches,
  getElementAccessibleDescription,
  isElementVisible,
} from 'ivya/utils';
import { readSelector } from '../selectors/read-selector.ts';
import type { Selector } from '../selectors/selector-part.ts';

// This file runs in the page, in an isolated world.

const engine = Ivya.create({ browser: 'chromium', testIdAttribute: 'data-testid' });
engine._engines.set('visible', { queryAll: queryVisible });
engine._engines.set('errand:description', { queryAll: queryDescription });

function queryVisible(root: Element | ShadowRoot | Document, body: string): Element[] {
  if (!(root instanceof Element)) return [];
  return isElementVisible(root) === (body === 'true') ? [root] : [];
}

/** The body has the format of text engines: `"..."i`, `"..."s` or `/.../flags`. */
function queryDescription(root: Element | ShadowRoot | Document, body: string): Element[] {
  if (!(root instanceof Element)) return [];
  beginAriaCaches();
  try {
    const description = normalize(getElementAccessibleDescription(root, false));
    return matchesText(description, body) ? [root] : [];
  } finally {
    endAriaCaches();
  }
}

function matchesText(text: string, body: string): boolean {
  const pattern = /^\/([^]*)\/([a-z]*)$/.exec(body);
  if (pattern) return new RegExp(pattern[1] ?? '', pattern[2]).test(text);
  const wanted = normalize(String(JSON.parse(body.slice(0, -1))));
  if (body.endsWith('s')) return text === wanted;
  return text.toLowerCase().includes(wanted.toLowerCase());
}

function normalize(text: string): string {
  return text.replaceAll('\u200B', '').trim().replaceAll(/\s+/g, ' ');
}

/** The matches below the root in document order, including hidden ones and those in open shadow roots. */
export function query(selector: Selector, root: Document | Element = document): Element[] {
  return engine.querySelectorAll(readSelector(selector, engine), root);
}
