/** A call in a JavaScript, Python or Java chain: `page.getByRole('button').first()`. */
export interface ForeignCall {
  readonly name: string;
  /** Undefined for a property. */
  readonly values?: readonly ForeignValue[];
  /** Options in braces, or named arguments. */
  readonly options?: Readonly<Record<string, ForeignValue>>;
}

export type ForeignValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  | { readonly kind: 'literal'; readonly value: number | boolean | null }
  | { readonly kind: 'chain'; readonly calls: readonly ForeignCall[] };

type Options = Record<string, ForeignValue>;

const TOKEN =
  /\s*(?:(?<text>'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|`(?:[^`\\$]|\\[^])*`)|(?<pattern>\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*)|(?<number>-?\d+)|(?<name>[$A-Za-z_][\w$]*)|(?<sign>[^\s]))/y;

interface Token {
  readonly kind: 'text' | 'pattern' | 'number' | 'name' | 'sign';
  readonly text: string;
}

/** Parses one chain; undefined if the text is anything else. */
export function readForeignChain(source: string): readonly ForeignCall[] | undefined {
  const reader = new ChainReader(tokenize(source));
  const calls = reader.readChain();
  return calls && reader.isAtEnd() ? calls : undefined;
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  const end = source.trimEnd().length;
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < end;) {
    const found = Object.entries(TOKEN.exec(source)?.groups ?? {}).find(([, text]) => text);
    if (!found) return [];
    const [kind, text] = found;
    tokens.push({ kind: kind as Token['kind'], text });
  }
  return tokens;
}

class ChainReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  readChain(): ForeignCall[] | undefined {
    const calls: ForeignCall[] = [];
    do {
      const name = this.#take('name');
      if (name === undefined) return undefined;
      const call = this.#readCall(name);
      if (!call) return undefined;
      calls.push(call);
      while (this.#takeSign('[')) {
        const index = this.#take('number');
        if (index === undefined || !this.#takeSign(']')) return undefined;
        const value = { kind: 'literal', value: Number(index) } as const;
        calls.push({ name: 'nth', values: [value] });
      }
    } while (this.#takeSign('.') || this.#takeOptionalChain());
    return calls;
  }

  #readCall(name: string): ForeignCall | undefined {
    if (!this.#takeSign('(')) return { name };
    const values: ForeignValue[] = [];
    const options: Options = {};
    while (!this.#takeSign(')')) {
      if (!this.#readArgument(values, options)) return undefined;
      this.#takeSign(',');
    }
    return { name, values, options };
  }

  #readArgument(values: ForeignValue[], options: Options): boolean {
    if (this.#takeSign('{')) return this.#readOptions(options);
    if (this.#peek(1) === '=' && this.#tokens[this.#at]?.kind === 'name') {
      const key = this.#take('name') ?? '';
      this.#at += 1;
      return this.#readInto(options, key);
    }
    const value = this.#readValue();
    if (value) values.push(value);
    return value !== undefined;
  }

  #readOptions(options: Options): boolean {
    while (!this.#takeSign('}')) {
      const quoted = this.#take('text');
      const key = quoted === undefined ? this.#take('name') : unquote(quoted);
      if (key === undefined || !this.#takeSign(':') || !this.#readInto(options, key)) return false;
      this.#takeSign(',');
    }
    return true;
  }

  #readInto(options: Options, key: string): boolean {
    const value = this.#readValue();
    if (value) options[key] = value;
    return value !== undefined;
  }

  #readValue(): ForeignValue | undefined {
    const text = this.#take('text');
    if (text !== undefined) return { kind: 'text', text: unquote(text) };
    const number = this.#take('number');
    if (number !== undefined) return { kind: 'literal', value: Number(number) };
    const pattern = this.#take('pattern');
    if (pattern !== undefined) {
      const end = pattern.lastIndexOf('/');
      return { kind: 'pattern', source: pattern.slice(1, end), flags: pattern.slice(end + 1) };
    }
    const word = this.#tokens[this.#at]?.text.toLowerCase() ?? '';
    if (/^(?:true|false|null|none|undefined)$/.test(word)) {
      this.#at += 1;
      return { kind: 'literal', value: word === 'true' ? true : word === 'false' ? false : null };
    }
    const calls = this.readChain();
    return calls && { kind: 'chain', calls };
  }

  #take(kind: Token['kind']): string | undefined {
    const next = this.#tokens[this.#at];
    if (next?.kind !== kind) return undefined;
    this.#at += 1;
    return next.text;
  }

  #takeSign(sign: string): boolean {
    const next = this.#tokens[this.#at];
    if (next?.kind !== 'sign' || next.text !== sign) return false;
    this.#at += 1;
    return true;
  }

  #takeOptionalChain(): boolean {
    if (this.#peek(0) !== '?' || this.#peek(1) !== '.') return false;
    this.#at += 2;
    return true;
  }

  #peek(ahead: number): string | undefined {
    return this.#tokens[this.#at + ahead]?.text;
  }
}

function unquote(literal: string): string {
  const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
  return literal.slice(1, -1).replaceAll(/\\([^])/g, (_, character: string) => {
    return escapes[character] ?? character;
  });
}
