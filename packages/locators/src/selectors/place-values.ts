import type { Template } from '@errand/expressions';

/**
 * A selector is malformed, or a placeholder is in a position where no value can be made safe. The
 * caller knows the position.
 */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}

/** A selector text with its placeholders bound: a sequence of literals and values. */
export interface SelectorText {
  readonly pieces: readonly SelectorPiece[];
}

export type SelectorPiece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string };

/**
 * Reads the author's characters one by one and determines how a value must be written at the
 * current position.
 */
export interface PlaceReader {
  readonly read: (character: string) => void;
  readonly write: (value: string, next: string) => string;
}

/**
 * Inserts values into a selector, each escaped for its context. Values are never parsed as syntax.
 */
export function placeValues({ pieces }: SelectorText, reader: PlaceReader): string {
  return pieces
    .map(({ kind, text }, index) => {
      if (kind === 'value') return reader.write(text, pieces[index + 1]?.text[0] ?? '');
      for (const character of text) reader.read(character);
      return text;
    })
    .join('');
}

export function hasValues({ pieces }: SelectorText): boolean {
  return pieces.some(({ kind }) => kind === 'value');
}

export function literalText({ pieces }: SelectorText): string {
  return pieces.map(({ text }) => text).join('');
}

/** Splits a selector at `>>`, Playwright's chaining operator, except inside quotes. */
export function splitSelector(text: SelectorText): SelectorText[] {
  const splitter = new ChainSplitter();
  for (const piece of text.pieces) {
    if (piece.kind === 'value') splitter.addValue(piece.text);
    else splitter.addLiteral(piece.text);
  }
  return splitter.finish();
}

/** Combines the literal parts of a template with the values of its placeholders, in order. */
export function toSelectorText(template: Template, values: readonly string[]): SelectorText {
  const remaining = [...values];
  return {
    pieces: template.segments.map((segment) =>
      segment.kind === 'text'
        ? { kind: 'literal', text: segment.text }
        : { kind: 'value', text: remaining.shift() ?? '' },
    ),
  };
}

class ChainSplitter {
  #parts: SelectorPiece[][] = [[]];
  #literal = '';
  #quote: string | undefined;

  addValue(text: string): void {
    this.#endLiteral();
    this.#parts.at(-1)?.push({ kind: 'value', text });
  }

  addLiteral(text: string): void {
    for (let index = 0; index < text.length; index += 1) {
      const character = text.charAt(index);
      if (character === '\\') {
        this.#literal += text.slice(index, index + 2);
        index += 1;
      } else if (!this.#quote && text.startsWith('>>', index)) {
        this.#endLiteral();
        this.#parts.push([]);
        index += 1;
      } else {
        this.#literal += character;
        this.#trackQuote(character);
      }
    }
  }

  finish(): SelectorText[] {
    this.#endLiteral();
    return this.#parts.map((pieces) => ({ pieces: trim(pieces) }));
  }

  #trackQuote(character: string): void {
    if (this.#quote === character) this.#quote = undefined;
    else if (!this.#quote && /["'`]/.test(character) && !this.#isUnquotedText()) {
      this.#quote = character;
    }
  }

  /** In `text=it's`, quotes after the first character are literal. */
  #isUnquotedText(): boolean {
    const [first] = this.#parts.at(-1) ?? [];
    const part = `${first?.text ?? ''}${this.#literal.slice(0, -1)}`;
    return /^\s*text\s*=./s.test(part) || (first !== undefined && /^\s*text\s*=/.test(part));
  }

  #endLiteral(): void {
    if (this.#literal !== '') {
      this.#parts.at(-1)?.push({ kind: 'literal', text: this.#literal });
    }
    this.#literal = '';
  }
}

function trim(pieces: readonly SelectorPiece[]): SelectorPiece[] {
  return pieces
    .map(({ kind, text }, index) => {
      if (kind === 'value') return { kind, text };
      const started = index === 0 ? text.trimStart() : text;
      return { kind, text: index === pieces.length - 1 ? started.trimEnd() : started };
    })
    .filter(({ kind, text }) => kind === 'value' || text !== '');
}
