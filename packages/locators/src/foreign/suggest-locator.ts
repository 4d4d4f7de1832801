import { quotePython, writePattern } from '../python/write-python.ts';
import { type ForeignCall, type ForeignValue, readForeignChain } from './read-foreign.ts';

const LONGEST_SOURCE = 2000;

/**
 * Suggests a locator for CSS, XPath, or a locator of another library or language. The suggestion
 * has not been parsed yet.
 */
export function suggestLocator(source: string): string | undefined {
  if (source.length > LONGEST_SOURCE) return undefined;
  const plain = unwrap(source);
  return suggestSelector(plain) ?? suggestChain(plain) ?? suggestCss(plain);
}

/** Strips the code around a locator in a test: `await expect(...).toBeVisible();` */
function unwrap(source: string): string {
  const plain = source
    .trim()
    .replace(/;+$/, '')
    .replace(/^(?:const|let|var|return)\s+(?:\w+\s*=\s*)?/, '')
    .replace(
      /^(?!(?:xpath|css|id|text|role|name|class|link)=)[\w.]+\s*=\s*(?=(?:await\s+)?\w+[.(])/,
      '',
    )
    .replace(/^\(?\s*await\s+/, '')
    .trim();
  const expected =
    /^expect\(\s*(?:await\s+)?([^]*?)\s*\)\s*\.(?:not\s*\.\s*)?to\w+\([^()]*\)$/.exec(plain)?.[1];
  return expected ?? plain;
}

function suggestSelector(plain: string): string | undefined {
  if (/^(?:\(*\/{1,2}[\w*@(.]|\.\/\/|\.\.\/?)/.test(plain)) return locator(`xpath=${plain}`);
  const [, engine = '', body = ''] =
    /^(xpath|css|id|text|role|data-testid|name|class|link)\s*=\s*([^]+)$/.exec(plain) ?? [];
  if (engine === 'text' || engine === 'link') return textStep(body);
  if (engine === 'name') return locator(`[name=${JSON.stringify(body)}]`);
  if (engine === 'class') return locator(`.${body}`);
  if (engine !== '') return locator(plain);
  const quoted = /^(["'])([^"']+)\1$/.exec(plain)?.[2];
  if (quoted === undefined) return undefined;
  return suggestSelector(quoted) ?? (looksLikeCss(quoted) ? locator(quoted) : textStep(quoted));
}

/** `"Save"` means the whole text, `Save` part of it. */
function textStep(body: string): string {
  const exact = /^(["'])(.*)\1$/.exec(body.trim())?.[2];
  if (exact !== undefined) return `get_by_text(${quotePython(exact)}, exact=True)`;
  return `get_by_text(${quotePython(body.trim())})`;
}

function suggestCss(plain: string): string | undefined {
  if (looksLikeCss(plain)) return locator(plain);
  return /^\p{L}[\p{L}\p{N}]*(?: [\p{L}\p{N}]+)+$/u.test(plain) ? textStep(plain) : undefined;
}

const CSS_START = /^(?:[#.[:*]|[a-z][\w-]*(?:$|[\s.#[:>+~,]))/i;
const ELEMENT_NAMES =
  /^(?:a|article|button|div|form|h[1-6]|iframe|img|input|label|li|main|nav|ol|option|p|section|select|span|summary|svg|table|tbody|td|textarea|th|thead|tr|ul|\w+-[\w-]+)$/;

/** Plain words count as CSS only if they are element names. */
function looksLikeCss(text: string): boolean {
  const isWords = /^[a-z][\w-]*(?:\s+[a-z][\w-]*)*$/i.test(text);
  if (isWords) return text.split(/\s+/).every((word) => ELEMENT_NAMES.test(word));
  return (
    CSS_START.test(text) && !/[;={}]|\)\s*\.|=>/.test(text.replaceAll(/\[[^\]]*\]|\([^)]*\)/g, ''))
  );
}

function locator(selector: string): string {
  return `locator(${quotePython(selector)})`;
}

const ACTIONS =
  /^(?:click|dblclick|fill|type|press|pressSequentially|check|uncheck|hover|tap|focus|blur|clear|selectOption|select_option|setInputFiles|dragTo|count|all|waitFor|wait_for|isVisible|isEnabled|isChecked|innerText|textContent|inputValue|getAttribute|should|click_element|send_keys|sendKeys|submit|getText|scrollIntoViewIfNeeded|screenshot|text|val|trigger|on|boundingBox|evaluate|invoke|then|each|dispatchEvent)$/;

function suggestChain(plain: string): string | undefined {
  const calls = readForeignChain(plain);
  return calls && writeCalls(calls);
}

function writeCalls(calls: readonly ForeignCall[]): string | undefined {
  const steps: string[] = [];
  const isLibrary = /^(?:screen|within|cy)$/.test(calls[0]?.name ?? '');
  for (const [at, call] of calls.entries()) {
    // Skips the calls before the first step: page, this.page, cy, a variable of the test.
    if (steps.length === 0 && !call.values && !PROPERTY_STEPS.test(call.name)) continue;
    const [inner] = call.values ?? [];
    const isAround =
      /^(?:within|wrap|click|type|expect)$/.test(call.name) && inner?.kind === 'chain';
    if (at < 2 && isAround) {
      const within = writeCalls(inner.calls);
      if (within === undefined) return undefined;
      steps.push(within);
      continue;
    }
    if (ACTIONS.test(call.name)) {
      const selector = steps.length === 0 ? textOf(call.values?.[0]) : undefined;
      if (selector !== undefined) steps.push(locator(selector));
      break;
    }
    const written = writeCall(call, isLibrary);
    if (written === undefined) return undefined;
    if (written !== '') steps.push(written);
  }
  return steps.length === 0 ? undefined : steps.join('.');
}

const SELECTOR_CALLS =
  /^(?:\$|\$\$|jQuery|get|find|querySelector|querySelectorAll|waitForSelector|wait_for_selector|query_selector|locator|css|cssSelector|findElement|findElements|find_element|find_elements|find_element_by_css_selector)$/;
const PROPERTY_STEPS = /^(?:first|last|contentFrame|content_frame)$/;

function writeCall(call: ForeignCall, isLibrary: boolean): string | undefined {
  const { name, values = [] } = call;
  const by = /^(?:get|find|query)(?:All)?_?[Bb]y_?(\w+)$/.exec(name)?.[1];
  if (by !== undefined) return writeGetBy(by, call, isLibrary || !/^get_?[Bb]y/.test(name));
  if (PROPERTY_STEPS.test(name)) return snakeCase(name);
  if (name === 'nth' || name === 'eq') return `nth(${writeValue(values[0]) ?? '0'})`;
  if (name === 'frameLocator' || name === 'frame_locator') return writeStep('frame_locator', call);
  if (/^(?:and|or)_?$/.test(name)) return writeStep(`${name.replace('_', '')}_`, call);
  if (name === 'filter') return writeStep('filter', call);
  if (name === 'contains') return writeContains(values);
  if (name === '$x' || name === 'xpath') return xpathStep(values[0]);
  if (name === 'getElementById') return prefixed('#', values[0]);
  if (name === 'getElementsByClassName') return prefixed('.', values[0]);
  if (!SELECTOR_CALLS.test(name)) return undefined;
  const [first, second] = values;
  if (first?.kind === 'chain') return writeBy(first.calls, second ?? call.options?.['value']);
  return name === 'locator' || textOf(first) === undefined
    ? writeStep('locator', call)
    : locator(textOf(first) ?? '');
}

const getByKinds: Readonly<Record<string, string>> = {
  role: 'role',
  text: 'text',
  label: 'label',
  labeltext: 'label',
  placeholder: 'placeholder',
  placeholdertext: 'placeholder',
  alttext: 'alt_text',
  title: 'title',
  testid: 'test_id',
};

/** By default, Testing Library matches the whole text, Playwright a substring. */
function writeGetBy(by: string, call: ForeignCall, isWhole: boolean): string | undefined {
  const kind = getByKinds[by.toLowerCase().replaceAll('_', '')];
  if (kind === undefined) return undefined;
  const options = { ...call.options };
  const compared = kind === 'role' ? options['name'] : call.values?.[0];
  if (isWhole && kind !== 'test_id' && compared?.kind === 'text') {
    options['exact'] ??= { kind: 'literal', value: true };
  }
  return writeStep(`get_by_${kind}`, { ...call, options });
}

function writeContains([first, second]: readonly ForeignValue[]): string | undefined {
  const text = writeValue(second ?? first);
  if (text === undefined) return undefined;
  return second ? `locator(${writeValue(first)}, has_text=${text})` : `get_by_text(${text})`;
}

/** Selenium: `By.id("x")`, or `By.ID, "x"`. */
function writeBy(
  calls: readonly ForeignCall[],
  second: ForeignValue | undefined,
): string | undefined {
  const call = calls.at(-1);
  const value = call?.values?.[0] ?? second;
  const text = textOf(value);
  if (text === undefined) return undefined;
  const kind = call?.name.toLowerCase().replaceAll('_', '');
  if (kind === 'id') return locator(`#${text}`);
  if (kind === 'xpath') return xpathStep(value);
  if (kind === 'name') return locator(`[name=${JSON.stringify(text)}]`);
  if (kind === 'classname') return locator(`.${text}`);
  if (kind === 'linktext') return `get_by_role("link", name=${quotePython(text)}, exact=True)`;
  if (kind === 'partiallinktext') return `get_by_role("link", name=${quotePython(text)})`;
  return kind === 'cssselector' || kind === 'tagname' ? locator(text) : undefined;
}

function writeStep(name: string, { values = [], options = {} }: ForeignCall): string | undefined {
  const positional = values.map(writeValue);
  const named = Object.entries(options)
    .filter(([key]) => key !== 'timeout')
    .map(([key, value]) => {
      const written = writeValue(value);
      return written === undefined ? undefined : `${snakeCase(key)}=${written}`;
    });
  const written = [...positional, ...named];
  return written.includes(undefined) ? undefined : `${name}(${written.join(', ')})`;
}

function writeValue(value: ForeignValue | undefined): string | undefined {
  if (!value) return undefined;
  if (value.kind === 'text') return quotePython(value.text);
  if (value.kind === 'chain') return writeCalls(value.calls);
  if (value.kind === 'literal') {
    if (value.value === null) return 'None';
    if (typeof value.value === 'number') return String(value.value);
    return value.value ? 'True' : 'False';
  }
  const flags = { i: 'I', m: 'M', s: 'S' };
  const names = Object.entries(flags).filter(([flag]) => value.flags.includes(flag));
  const source = value.source.replaceAll(/\\\//g, '/').replaceAll(/\(\?<(?![=!])/g, '(?P<');
  return writePattern(
    source,
    names.map(([, name]) => name),
  );
}

function xpathStep(value: ForeignValue | undefined): string | undefined {
  return prefixed('xpath=', value);
}

function prefixed(prefix: string, value: ForeignValue | undefined): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : locator(`${prefix}${text}`);
}

function textOf(value: ForeignValue | undefined): string | undefined {
  return value?.kind === 'text' ? value.text : undefined;
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
