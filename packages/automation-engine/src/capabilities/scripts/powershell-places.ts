/**
 * Where a value may stand. `word`: within an unquoted word, as in `--name=`. `elsewhere`: where no
 * quoting reliably keeps the value a single value instead of code.
 */
export type Place = (typeof VALUE_PLACES)[number] | 'word' | 'elsewhere';

const VALUE_PLACES = ['bare', 'single', 'double', 'comment'] as const;

/** What is still open after the text so far. `rest`: the remaining text is not analysed. */
type Open =
  | (typeof VALUE_PLACES)[number]
  | 'block'
  | 'here-single'
  | 'here-double'
  | 'name'
  | 'rest';

/** PowerShell treats typographic quotes like plain ones. */
const SINGLE_QUOTE = /['‘’‚‛]/;
const DOUBLE_QUOTE = /["“”„]/;
const LINE_BREAK = /[\r\n]/;
const VERBATIM = /^[-–—―]{2}%/;
const HERE_STRING = /^@(['‘’‚‛]|["“”„])[ \t]*(?:[\r\n]|$)/;
/** A `#` after one of these always begins a comment; after any other it may be part of a word. */
const BEFORE_COMMENT = /[ \t\r\n;]/;
const IN_VARIABLE = /[\p{L}\p{N}_:?^$]/u;
/** Quotes and values that touch merge into one string, with a quote between them. */
const TOUCHES_BEFORE = /[`$@'‘’‚‛"“”„]/;
const TOUCHES_BEHIND = /^['‘’‚‛"“”„{]/;
/** Between words of a command. */
const SEPARATOR = /[\s;|&(){},<>]/;
/** After one of these, or at the start, PowerShell expects an expression instead of an argument. */
const BEFORE_EXPRESSION = /^[=(;{|\n]?$/;
/** A word that begins with one of these is an expression, except in paths such as `$folder\\a`. */
const EXPRESSION_WORD = /^[$[=!]/;
/** `-Name:`, whose value may be of any type. */
const PARAMETER = /^[-–—―][\p{L}\p{N}_]+:$/u;
const IN_PATH = /[\p{L}\p{N}_\\/.:-]/u;
/** What may follow a value in an expression: a call or range, but no member or rest of a word. */
const AFTER_OPERAND = /^(?:$|\.\.|\.\w+\(|[^.\p{L}\p{N}_\\@])/u;
/** What may follow an argument: another one begins with anything else. */
const AFTER_ARGUMENT = /^(?:$|[\s;|&)},<>\]]|\.\.)/;
/** Stands for a character that has no meaning of its own. */
const PLAIN = 'x';
/** Stands for a value outside quotes. */
const VALUE = `'`;

/**
 * Follows the text of the commands of one shell, to know where a value stands. It is not a parser:
 * after anything that it cannot follow reliably, the rest of the command may contain no value.
 */
export interface PlaceReader {
  readonly read: (text: string) => void;
  /**
   * Returns the place of a value that comes next and is followed by `behind`. The value neither
   * opens nor closes anything.
   */
  readonly placeOfValue: (behind: string) => Place;
  /** A complete command leaves nothing open; an incomplete one continues in the next one. */
  readonly endCommand: () => void;
  readonly isOpen: () => boolean;
}

export function createPlaceReader(): PlaceReader {
  return new CommandReader();
}

class CommandReader implements PlaceReader {
  #open: Open = 'bare';
  /** What `name` returns to. */
  #around: 'bare' | 'double' = 'bare';
  #isCertain = true;
  #before = '\n';
  #isInVariable = false;
  /** The unquoted word so far; empty between words. */
  #word = '';
  /** The last character before the word that is not a space; empty at the start of a command. */
  #sign = '';
  /** The line break between two commands, which may be part of the end of a here-string. */
  #carried = '';

  read(given: string): void {
    if (given === '') return;
    const text = this.#carried + given;
    this.#carried = '';
    for (let at = 0; at < text.length;) at += this.#readOne(text, at);
  }

  placeOfValue(behind: string): Place {
    const place = this.#isCertain ? this.#placeOfValue(behind) : 'elsewhere';
    if (this.#open === 'bare') this.#stepBare(VALUE);
    else this.#before = PLAIN;
    this.#isInVariable = false;
    return place;
  }

  #placeOfValue(behind: string): Place {
    const place = VALUE_PLACES.find((each) => each === this.#open);
    // Otherwise the first character of the value would be escaped, or become part of a name.
    if (place === 'double' && (this.#before === '`' || this.#isInVariable)) return 'elsewhere';
    if (place !== 'bare') return place ?? 'elsewhere';
    if (TOUCHES_BEFORE.test(this.#before) || TOUCHES_BEHIND.test(behind)) return 'elsewhere';
    const isOperand = EXPRESSION_WORD.test(this.#word) && !IN_PATH.test(this.#before);
    if (this.#word !== '' && !isOperand && !PARAMETER.test(this.#word)) return 'word';
    const isExpression = isOperand || BEFORE_EXPRESSION.test(this.#sign);
    const isAlone = (isExpression ? AFTER_OPERAND : AFTER_ARGUMENT).test(behind);
    return isAlone ? 'bare' : 'elsewhere';
  }

  #stepBare(character: string): void {
    if (SEPARATOR.test(character)) {
      if (this.#word !== '') this.#sign = this.#before;
      this.#word = '';
      if (!/[^\S\n]/.test(character)) this.#sign = character;
    } else {
      this.#word += character;
    }
    this.#before = character;
  }

  endCommand(): void {
    // An author's command is taken to be complete when it cannot be followed to its end.
    if (!this.isOpen()) {
      this.#open = 'bare';
      this.#isCertain = true;
      this.#before = '\n';
      this.#word = '';
      this.#sign = '';
      return;
    }
    this.#carried = '\n';
    this.#isCertain = false;
  }

  isOpen(): boolean {
    return !['bare', 'comment', 'rest'].includes(this.#open);
  }

  /** Returns the number of code units read. */
  #readOne(text: string, at: number): number {
    const character = text[at] ?? '';
    if (this.#open === 'bare') return this.#readBare(text, at);
    if (this.#open === 'double') return this.#readDouble(text, at);
    if (this.#open === 'single') return this.#readString(character, SINGLE_QUOTE);
    if (this.#open === 'block') return this.#readUntil(text, at, /^#>/);
    if (this.#open === 'here-single') return this.#readUntil(text, at, /^[\r\n]['‘’‚‛]@/);
    if (this.#open === 'here-double') return this.#readUntil(text, at, /^[\r\n]["“”„]@/);
    if (this.#open === 'rest') return text.length - at;
    if (this.#open === 'comment') {
      if (!LINE_BREAK.test(character)) return 1;
      this.#return('bare', '\n');
      this.#stepBare('\n');
      return 1;
    }
    if (character === '}') this.#return(this.#around, '}');
    return character === '`' ? 2 : 1;
  }

  #readBare(text: string, at: number): number {
    const character = text[at] ?? '';
    if (character === '`') return this.#readEscape(text, at);
    const ahead = text.slice(at, at + 300);
    if (VERBATIM.test(ahead)) return this.#leave('rest');
    const isWordStart = BEFORE_COMMENT.test(this.#before);
    if (ahead.startsWith('<#')) return this.#leave(isWordStart ? 'block' : 'rest') + 1;
    if (character === '#' && !isWordStart) return this.#leave('rest');
    if (/^@['‘’‚‛"“”„]/.test(ahead)) return this.#readHereString(ahead);
    if (ahead.startsWith('${')) return this.#readName('bare');
    this.#stepBare(character);
    if (character === '#') this.#open = 'comment';
    else if (SINGLE_QUOTE.test(character)) this.#open = 'single';
    else if (DOUBLE_QUOTE.test(character)) this.#open = 'double';
    this.#isInVariable = false;
    return 1;
  }

  #readDouble(text: string, at: number): number {
    const character = text[at] ?? '';
    if (character === '`') return this.#readEscape(text, at);
    // Code begins again, with its own strings.
    if (text.startsWith('$(', at)) return this.#leave('rest');
    if (text.startsWith('${', at)) return this.#readName('double');
    this.#isInVariable = character === '$' || (this.#isInVariable && IN_VARIABLE.test(character));
    return this.#readString(character, DOUBLE_QUOTE);
  }

  /** A doubled quote ends the string and begins it again, which is equivalent. */
  #readString(character: string, quote: RegExp): number {
    this.#before = character;
    if (quote.test(character)) this.#open = 'bare';
    // A shell that reads from a pipe ends the whole command at an empty line.
    if (LINE_BREAK.test(character)) this.#isCertain = false;
    return 1;
  }

  #readEscape(text: string, at: number): number {
    const escaped = text[at + 1];
    this.#before = escaped === undefined ? '`' : PLAIN;
    if (this.#open === 'bare') this.#word += PLAIN;
    this.#isInVariable = false;
    if (this.#open === 'double' && LINE_BREAK.test(escaped ?? '')) this.#isCertain = false;
    return 2;
  }

  #readHereString(ahead: string): number {
    const [, quote] = HERE_STRING.exec(ahead) ?? [];
    if (quote === undefined) return this.#leave('rest');
    // The line break stays, because the next line may already end the string.
    this.#leave(SINGLE_QUOTE.test(quote) ? 'here-single' : 'here-double');
    return 2;
  }

  #readName(around: 'bare' | 'double'): number {
    this.#open = 'name';
    if (around === 'bare') this.#word += '$';
    this.#around = around;
    return 2;
  }

  #readUntil(text: string, at: number, end: RegExp): number {
    const [found] = end.exec(text.slice(at, at + 3)) ?? [];
    if (found === undefined) return 1;
    this.#return('bare', PLAIN);
    return found.length;
  }

  #leave(open: Open): number {
    this.#open = open;
    this.#isCertain = false;
    return 1;
  }

  #return(open: 'bare' | 'double', before: string): void {
    this.#open = open;
    this.#before = before;
    this.#isInVariable = false;
  }
}
