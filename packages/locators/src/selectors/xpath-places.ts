import {
  hasValues,
  literalText,
  type SelectorPiece,
  type SelectorText,
  SelectorError,
} from './place-values.ts';

type Piece = SelectorPiece;

/** Writes an XPath whose values are string literals, numbers or names, depending on position. */
export function placeInXpath(text: SelectorText): string {
  if (!hasValues(text)) return literalText(text);
  let result = '';
  let quote: string | undefined;
  /** Pieces of the currently open string literal. */
  let literal: Piece[] = [];
  for (const piece of text.pieces) {
    if (piece.kind === 'value') {
      if (quote) literal.push(piece);
      else result += outsideLiteral(piece.text, result);
      continue;
    }
    for (const character of piece.text) {
      if (character === quote) {
        result += writeLiteral(literal, quote);
        quote = undefined;
        literal = [];
      } else if (quote) literal.push({ kind: 'literal', text: character });
      else if (character === '"' || character === "'") quote = character;
      else result += character;
    }
  }
  if (quote) throw new SelectorError('a string in the XPath is not closed');
  return result;
}

function outsideLiteral(value: string, before: string): string {
  if (/(?:\/|@|::|^)\s*$/.test(before)) {
    if (/^[A-Za-z_][\w.-]*$/.test(value)) return value;
    throw new SelectorError('only an element or attribute name can be used there');
  }
  if (/^\d+(?:\.\d+)?$/.test(value)) return value;
  return stringLiteral(value);
}

function writeLiteral(pieces: readonly Piece[], quote: string): string {
  const text = pieces.map((piece) => piece.text).join('');
  return text.includes(quote) ? stringLiteral(text) : `${quote}${text}${quote}`;
}

/** XPath 1.0 has no escapes, so a string with both kinds of quotes is built with `concat`. */
function stringLiteral(value: string): string {
  if (!value.includes('"')) return `"${value}"`;
  if (!value.includes("'")) return `'${value}'`;
  const parts = value.split('"').map((part) => `"${part}"`);
  return `concat(${parts.join(`, '"', `)})`;
}
