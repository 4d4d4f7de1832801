import {
  type Bindings,
  createTextBudget,
  formatValue,
  parseTemplate,
  type Segment,
  UnresolvedPlaceholderError,
} from '@errand/expressions';
import type { JsonValue } from '@errand/foundation';
import { createPlaceReader, type Place, type PlaceReader } from './powershell-places.ts';
import { OpenCommandError, UnsafePlaceholderError } from './script-action-errors.ts';

/** PowerShell treats typographic quotes like plain ones. */
const SINGLE_QUOTES = /['‘’‚‛]/g;
const IN_DOUBLE_QUOTES = /["“”„`$]/g;
/** A shell ends a command at a line break, and may act on other control characters. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/**
 * Binds the values of commands that run in one shell, one after the other. Each value becomes a
 * literal where it stands alone and is escaped inside quotes, so that no value can become code: a
 * placeholder in any other place is refused. Throws `UnresolvedPlaceholderError`,
 * `TextTooLongError`, `UnsafePlaceholderError`, `OpenCommandError`.
 */
export function bindCommands(commands: readonly string[], bindings: Bindings): readonly string[] {
  const places = createPlaceReader();
  const bound = commands.map((command) => bindCommand(command, bindings, places));
  const last = commands.at(-1);
  if (last !== undefined && places.isOpen()) throw new OpenCommandError(last);
  return bound;
}

function bindCommand(command: string, bindings: Bindings, places: PlaceReader): string {
  const spend = createTextBudget(command);
  const { segments } = parseTemplate(command);
  let bound = '';
  let text = '';
  const endText = () => {
    places.read(text);
    bound += spend(text);
    text = '';
  };
  for (const [at, segment] of segments.entries()) {
    if (segment.kind === 'text') {
      text += segment.text;
      continue;
    }
    const { placeholder } = segment;
    const value = bindings.resolve(placeholder) ?? undefined;
    // A block such as {index} is PowerShell code unless a loop has an index of that name.
    if (value === undefined && placeholder.kind === 'loop-index') text += placeholder.source;
    else if (value === undefined) throw new UnresolvedPlaceholderError([placeholder], command);
    else {
      endText();
      const written = writeValue(value, places.placeOfValue(startOf(segments[at + 1])));
      if (written === undefined) throw new UnsafePlaceholderError(placeholder.source, command);
      bound += spend(written);
    }
  }
  endText();
  places.endCommand();
  return bound;
}

function startOf(segment: Segment | undefined): string {
  if (segment === undefined) return '';
  return segment.kind === 'text' ? segment.text.slice(0, 100) : '{';
}

/** Returns undefined where the value cannot be written safely. */
function writeValue(value: JsonValue, place: Place): string | undefined {
  const text = formatValue(value);
  const hasControls = text.search(CONTROLS) !== -1;
  const quoted = text.replaceAll(SINGLE_QUOTES, '$&$&');
  if (place === 'elsewhere') return undefined;
  if (place === 'comment') return text.replaceAll(/[#>]/g, ' ').replaceAll(CONTROLS, ' ');
  if (place === 'double') return inDoubleQuotes(text);
  if (place === 'single') return hasControls ? undefined : quoted;
  if (place === 'bare' && typeof value === 'number') return `(${value})`;
  if (place === 'bare' && typeof value === 'boolean') return value ? '$true' : '$false';
  return hasControls ? `"${inDoubleQuotes(text)}"` : `'${quoted}'`;
}

function inDoubleQuotes(text: string): string {
  return text
    .replaceAll(IN_DOUBLE_QUOTES, '`$&')
    .replaceAll(CONTROLS, (control) => `$([char]${control.charCodeAt(0)})`);
}
