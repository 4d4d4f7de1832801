import { createCssPlaceReader } from './css-places.ts';
import {
  hasValues,
  literalText,
  placeValues,
  type SelectorPiece,
  type SelectorText,
  splitSelector,
  SelectorError,
} from './place-values.ts';
import { createRolePlaceReader } from './role-places.ts';
import { enginePart, type Selector, type SelectorPart, textBody } from './selector-part.ts';
import { placeInXpath } from './xpath-places.ts';

const attributeEngines = new Set(['id', 'data-testid', 'data-test-id', 'data-test']);

/**
 * Builds the parts of a selector text: CSS, XPath, `text=`, `id=`, `role=` and so on, chained with
 * `>>`.
 */
export function buildSelector(text: SelectorText): Selector {
  return splitSelector(text).map(buildPart);
}

function buildPart(text: SelectorText): SelectorPart {
  const { engine, body } = splitEngine(text);
  if (engine === 'css' || engine === 'css:light') {
    const css = placeValues(body, createCssPlaceReader());
    return { kind: 'css', css, isLight: engine === 'css:light' };
  }
  const [name = '', mode] = engine.split(':');
  if (mode !== undefined && mode !== 'light') throw unknownEngine(engine);
  if (name === 'xpath') return enginePart(engine, placeInXpath(body));
  if (name === 'text') return buildText(engine, body);
  if (attributeEngines.has(name)) return buildAttribute(name, mode === 'light', body);
  if (engine === 'role') return enginePart('role', placeValues(body, createRolePlaceReader()));
  if (engine === 'nth' || engine === 'visible') return buildFixed(engine, literalText(body));
  throw unknownEngine(engine);
}

function unknownEngine(engine: string): SelectorError {
  return new SelectorError(
    `"${engine}=" is not a selector engine; there are css, xpath, text, id, role, data-testid, data-test-id, data-test, nth and visible`,
  );
}

/**
 * The engine is named (`text=Save`) or evident from the start: `//a` and `..` are XPath, `"Save"`
 * is text.
 */
function splitEngine({ pieces }: SelectorText): { engine: string; body: SelectorText } {
  const [first, ...rest] = pieces;
  const start = first?.kind === 'literal' ? first.text : '';
  const named = /^\s*(?<engine>[\w\-+:*]+)\s*=(?<body>[^]*)$/.exec(start)?.groups;
  if (named) {
    const body: SelectorPiece = { kind: 'literal', text: named['body'] ?? '' };
    return { engine: named['engine'] ?? '', body: { pieces: [body, ...rest] } };
  }
  const last = rest.at(-1) ?? first;
  const end = last?.kind === 'literal' ? last.text.at(-1) : undefined;
  const isQuoted = /^["']/.test(start) && start[0] === end && (rest.length > 0 || start.length > 1);
  if (isQuoted) return { engine: 'text', body: { pieces } };
  const isXpath = /^\(*\/\//.test(start) || start.startsWith('..');
  return { engine: isXpath ? 'xpath' : 'css', body: { pieces } };
}

function buildText(engine: string, body: SelectorText): SelectorPart {
  if (!hasValues(body)) return enginePart(engine, literalText(body));
  const [first] = body.pieces;
  const start = first?.kind === 'literal' ? first.text.trimStart()[0] : undefined;
  if (start === '/') return enginePart(engine, placeValues(body, createRolePlaceReaderIn('=')));
  if (start === '"' || start === "'") {
    return enginePart(engine, placeValues(body, createRolePlaceReader()));
  }
  // Unquoted text has no escapes, so it is passed as the equivalent quoted text.
  const text = literalText(body).trim();
  if (engine === 'text') return enginePart('internal:text', textBody({ text }));
  throw new SelectorError(`write it in quotes: ${engine}="..."`);
}

/**
 * Creates a reader that has already read `before`, such as `=`, after which a slash starts a
 * pattern.
 */
function createRolePlaceReaderIn(before: string) {
  const reader = createRolePlaceReader();
  reader.read(before);
  return reader;
}

function buildAttribute(name: string, isLight: boolean, body: SelectorText): SelectorPart {
  const reader = createCssPlaceReader();
  const value = literalText(body);
  const pieces: SelectorPiece[] = [
    { kind: 'literal', text: `[${name}=` },
    { kind: 'value', text: value },
    { kind: 'literal', text: ']' },
  ];
  return { kind: 'css', css: placeValues({ pieces }, reader), isLight };
}

function buildFixed(engine: 'nth' | 'visible', value: string): SelectorPart {
  const [allowed, described] =
    engine === 'nth' ? [/^-?\d+$/, 'a whole number'] : [/^(?:true|false)$/, 'true or false'];
  if (!allowed.test(value)) throw new SelectorError(`"${engine}=" takes ${described}`);
  return enginePart(engine, value);
}
