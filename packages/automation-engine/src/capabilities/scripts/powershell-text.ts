import {
  type Bindings,
  createTextBudget,
  formatValue,
  parseTemplate,
  UnresolvedPlaceholderError,
} from '@errand/expressions';
import type { JsonValue } from '@errand/foundation';

/** PowerShell takes typographic quotes for plain ones. */
const singleQuotes = /['‘’‚‛]/g;
const inDoubleQuotes = /["“”„`$]/g;

type Place = 'bare' | 'single' | 'double' | 'comment';

/**
 * A command with its values in place. Each is a literal where it stands on its own, and escaped inside of quotes, so that
 * no value can become a part of the command. Throws `UnresolvedPlaceholderError`, `TextTooLongError`.
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
    // A block such as {index} is PowerShell's where no loop has an index of that name.
    if (value === undefined && placeholder.kind === 'loop-index') bound += placeholder.source;
    else if (value === undefined) throw new UnresolvedPlaceholderError([placeholder], command);
    else bound += spend(writeValue(value, place));
  }
  return bound;
}

function writeValue(value: JsonValue, place: Place): string {
  const text = formatValue(value);
  if (place === 'double') return text.replaceAll(inDoubleQuotes, '`$&');
  if (place === 'comment') return text.replaceAll(/[\r\n#>]/g, ' ');
  const quoted = text.replaceAll(singleQuotes, '$&$&');
  if (place === 'single') return quoted;
  if (typeof value === 'number') return `(${value})`;
  if (typeof value === 'boolean') return value ? '$true' : '$false';
  return `'${quoted}'`;
}

/** Where the text after this one stands. A doubled quote ends and begins again, which comes to the same. */
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
