import { approximated, type Mapping, type NodeDocument } from '../draft/mapping.ts';
import { runJavaScript } from '../draft/nodes.ts';
import type { SeleniumCommand } from './selenium-command.ts';
import { namesIn, placeholderOf, type SeleniumState, storeInto } from './selenium-state.ts';

/** JavaScript that reads variables as members of a list, so that numbers stay numbers. */
interface Script {
  readonly text: string;
  /** The placeholders of the members. */
  readonly values: readonly string[];
}

/** The list of values; a page has no such name. */
const VALUES = '$values';
/** One capturing group, so that `split` keeps strings, templates and comments. */
const PARTS = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\[^])*`|\/\/[^\n]*|\/\*[^]*?\*\/)/;

/** Reads a script of the source. Variables in its strings become parts of the strings. */
export function readScript(source: string, state: SeleniumState): Script {
  const values: string[] = [];
  const valueOf: ValueOf = (name) => {
    const placeholder = placeholderOf(name, state);
    return placeholder === undefined ? undefined : readValue(placeholder, values);
  };
  const knownValueOf: ValueOf = (name) => (state.variables.has(name) ? valueOf(name) : undefined);
  const text = source
    .split(PARTS)
    .map((part, index) => {
      if (index % 2 === 0) {
        return replaceNames(part, (name) => (/^\w+$/.test(name) ? valueOf : knownValueOf)(name));
      }
      // An unknown name in a template belongs to the script.
      if (part.startsWith('`')) return replaceNames(part, inTemplate(knownValueOf));
      return part.startsWith('/') ? part : withTexts(part, valueOf);
    })
    .join('');
  return { text, values };
}

type ValueOf = (name: string) => string | undefined;

const inTemplate =
  (valueOf: ValueOf): ValueOf =>
  (name) => {
    const value = valueOf(name);
    return value === undefined ? undefined : `\${${value}}`;
  };

/** Joins the parts of a string with the values in it. */
function withTexts(literal: string, valueOf: ValueOf): string {
  const quote = literal.slice(0, 1);
  const joined = replaceNames(literal, (name) => {
    const value = valueOf(name);
    return value === undefined ? undefined : `${quote} + ${value} + ${quote}`;
  });
  return joined === literal ? literal : `(${joined})`;
}

/** Adds a value to the list, and returns the JavaScript that reads it. */
function readValue(placeholder: string, values: string[]): string {
  if (!values.includes(placeholder)) values.push(placeholder);
  return `${VALUES}[${values.indexOf(placeholder)}]`;
}

const replaceNames = (text: string, valueOf: ValueOf): string =>
  text.replaceAll(/\$\{(.*?)\}/g, (reference, name: string) => valueOf(name) ?? reference);

/** Runs an expression in the page; `wrap` turns any other script into an expression. */
export function evaluateInPage(
  { text, values }: Script,
  wrap: (text: string) => string,
  name?: string,
): NodeDocument {
  const script = wrap(text);
  if (values.length === 0) return runJavaScript(script, name);
  return runJavaScript(`(${VALUES}) => ${script}`, name, values);
}

/** Reads text from the source as an expression. */
export function readText(source: string, state: SeleniumState): Script {
  const values: string[] = [];
  const parts = source.split(/(\$\{.*?\})/).map((part) => {
    const [name] = namesIn(part);
    const placeholder = name === undefined ? undefined : placeholderOf(name, state);
    return placeholder === undefined ? JSON.stringify(part) : readValue(placeholder, values);
  });
  return { text: parts.join(' + '), values };
}

/** Maps `executeScript`, `executeAsyncScript` and `runScript`. */
export function mapScript({ name, target, value }: SeleniumCommand, state: SeleniumState): Mapping {
  const script = readScript(target, state);
  const hasValues = script.values.length > 0;
  const wrap = name === 'executeAsyncScript' ? asyncScript(hasValues) : plainScript(hasValues);
  const variable = value.trim() === '' ? undefined : storeInto(value.trim(), state);
  return approximated(
    'Runs in the page, through a Python script.',
    evaluateInPage(script, wrap, variable),
  );
}

const plainScript = (hasValues: boolean) => (body: string) =>
  `(function () { ${body}\n })${hasValues ? `.apply(window, ${VALUES})` : '()'}`;

/** The IDE waits for the promise that the script ends with; older scripts call an argument. */
const asyncScript = (hasValues: boolean) => (body: string) => {
  const isOlder = /\barguments\s*\[/.test(body);
  const promise = body.replace(/[;\s]+$/, '');
  const inner = isOlder ? body : `${promise}\n.then(done, done);`;
  const given = hasValues ? `[...${VALUES}, done]` : '[done]';
  return `new Promise((done) => { (function () { ${inner}\n }).apply(window, ${given}); })`;
};
