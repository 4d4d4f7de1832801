import { quote } from '../draft/locators.ts';

const SEPARATOR = ' >> ';
const QUOTED = /^"((?:[^"\\]|\\.)*)"([is]?)$/;
const PATTERN = /^\/(.*)\/([a-z]*)$/;
const flagNames: Readonly<Record<string, string>> = {
  i: 'IGNORECASE',
  m: 'MULTILINE',
  s: 'DOTALL',
};
const attributeFinders: Readonly<Record<string, string>> = {
  alt: 'get_by_alt_text',
  placeholder: 'get_by_placeholder',
  title: 'get_by_title',
};
const ROLE = /^([a-z]+)(?:\[name=(.+)\])?$/;
const ATTRIBUTE = /^\[([a-z-]+)=(.+)\]$/;

/**
 * Writes a selector that earlier versions of codegen print, such as
 * `div >> internal:has-text="Chat" >> iframe`, as a locator. `lastFinder` gets the last part.
 * Undefined if a part is not known.
 */
export function printEngineSelector(
  selector: string,
  lastFinder: 'locator' | 'frame_locator',
): string | undefined {
  const parts = selector.split(SEPARATOR);
  const last = parts.length - 1;
  const steps = parts.map((part, index) => {
    const isPlain = !part.startsWith('internal:') && !part.startsWith('nth=');
    if (isPlain) return `${index === last ? lastFinder : 'locator'}(${quote(part)})`;
    // Frames are found by plain selectors only.
    return index === last && lastFinder === 'frame_locator' ? undefined : printPart(part);
  });
  return steps.includes(undefined) ? undefined : steps.join('.');
}

function printPart(part: string): string | undefined {
  const equals = part.indexOf('=');
  const engine = part.slice(0, equals);
  const body = part.slice(equals + 1);
  switch (engine) {
    case 'nth':
      return /^-?\d+$/.test(body) ? `nth(${body})` : undefined;
    case 'internal:has-text':
      return printFilter('has_text', body);
    case 'internal:has-not-text':
      return printFilter('has_not_text', body);
    case 'internal:text':
      return printCall('get_by_text', body);
    case 'internal:label':
      return printCall('get_by_label', body);
    case 'internal:role':
      return printRole(body);
    case 'internal:attr':
    case 'internal:testid':
      return printAttribute(body);
    default:
      return undefined;
  }
}

function printFilter(option: string, body: string): string | undefined {
  const value = printText(body);
  return value && `filter(${option}=${value.text})`;
}

function printCall(finder: string, body: string): string | undefined {
  const value = printText(body);
  return value && `${finder}(${value.text}${value.isExact ? ', exact=True' : ''})`;
}

function printRole(body: string): string | undefined {
  const [, name = '', accessibleName] = ROLE.exec(body) ?? [];
  if (name === '') return undefined;
  if (accessibleName === undefined) return `get_by_role(${quote(name)})`;
  const value = printText(accessibleName);
  const exact = value?.isExact ? ', exact=True' : '';
  return value && `get_by_role(${quote(name)}, name=${value.text}${exact})`;
}

function printAttribute(body: string): string | undefined {
  const [, name = '', text = ''] = ATTRIBUTE.exec(body) ?? [];
  const value = printText(text);
  if (name === 'data-testid') return value && `get_by_test_id(${value.text})`;
  const finder = attributeFinders[name];
  return finder === undefined ? undefined : printCall(finder, text);
}

/** `"text"i` matches a part in any case, `"text"s` the whole text. */
function printText(body: string): { readonly text: string; readonly isExact: boolean } | undefined {
  const [, source, flags = ''] = PATTERN.exec(body) ?? [];
  if (source !== undefined) {
    const names = Array.from(flags, (flag) => flagNames[flag]);
    if (names.includes(undefined)) return undefined;
    const compiled = names.map((name) => `re.${name}`).join(' | ');
    const end = compiled === '' ? '' : `, ${compiled}`;
    return { text: `re.compile(${quote(source)}${end})`, isExact: false };
  }
  const [, text, suffix] = QUOTED.exec(body) ?? [];
  if (text === undefined) return undefined;
  return { text: quote(text.replaceAll(/\\(.)/g, '$1')), isExact: suffix === 's' };
}
