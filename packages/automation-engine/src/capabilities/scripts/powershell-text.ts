import {
  type Bindings,
  createTextBudget,
  formatValue,
  parseTemplate,
  UnresolvedPlaceholderError,
} from '@errand/expressions';
import type { JsonValue } from '@errand/foundation';

/** PowerShell treats typographic quotes like plain ones. */
const SINGLE_QUOTES = /['‘’‚‛]/g;
const IN_DOUBLE_QUOTES = /["“”„`$]/g;

type Place = 'bare' | 'single' | 'double' | 'comment';

/**
 * Binds the values of a command. Each becomes a literal where it stands alone and is escaped inside
 * quotes, so that no value can become code. Throws `UnresolvedPlaceholderError`,
 * `TextTooLongError`.
 */
export function bindCommand(command: string, bindings: Bindings): string {
  let place: Place = 'bare';
  let bound = '';
  const spend = createTextBudget(command);
  for (const segment of parseTemplate(command).segments) {
    if (segment.kind === 'text') {
      place = placeAfter(segment.text, place);
      bound += spend(segment.text);
      continue;
    }
    const { placeholder } = segment;
    const value = bindings.resolve(placeholder) ?? undefined;
    // A block such as {index} is PowerShell code unless a loop has an index of that name.
    if (value === undefined && placeholder.kind === 'loop-index') bound += placeholder.source;
    else if (value === undefined) throw new UnresolvedPlaceholderError([placeholder], command);
    else bound += spend(writeValue(value, place));
  }
  return bound;
}

function writeValue(value: JsonValue, place: Place): string {
  const text = formatValue(value);
  if (place === 'double') return text.replaceAll(IN_DOUBLE_QUOTES, '`$&');
  if (place === 'comment') return text.replaceAll(/[\r\n#>]/g, ' ');
  const quoted = text.replaceAll(SINGLE_QUOTES, '$&$&');
  if (place === 'single') return quoted;
  if (typeof value === 'number') return `(${value})`;
  if (typeof value === 'boolean') return value ? '$true' : '$false';
  return `'${quoted}'`;
}

/**
 * The quoting state after this text. A doubled quote closes and reopens the string, which is
 * equivalent.
 */
function placeAfter(text: string, before: Place): Place {
  let place = before;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '`' && place !== 'single' && place !== 'comment') index += 1;
    else if (place === 'comment') place = character === '\n' ? 'bare' : place;
    else if (place === 'single') place = /['‘’‚‛]/.test(character) ? 'bare' : place;
    else if (place === 'double') place = /["“”„]/.test(character) ? 'bare' : place;
    else if (character === '#') place = 'comment';
    else if (/['‘’‚‛]/.test(character)) place = 'single';
    else if (/["“”„]/.test(character)) place = 'double';
  }
  return place;
}
