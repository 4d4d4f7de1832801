import { approximated, type Mapping } from '../draft/mapping.ts';
import { runJavaScript } from '../draft/nodes.ts';
import {
  bindVariables,
  type SeleniumCommand,
  type SeleniumState,
  storeInto,
} from './selenium-state.ts';

/** Returns the JavaScript with the values of variables as strings. */
export const scriptText = (source: string, state: SeleniumState): string =>
  bindVariables(
    source.replaceAll(/(?<!["'`\w])\$\{(\w+)\}(?!["'`\w])/g, (_, name: string) => `"\${${name}}"`),
    state,
  );

/** Maps `executeScript`, `executeAsyncScript` and `runScript`. */
export function mapScript({ name, target, value }: SeleniumCommand, state: SeleniumState): Mapping {
  const body = scriptText(target, state);
  const isAsync = name === 'executeAsyncScript';
  const script = isAsync
    ? `new Promise((done) => { (function () { ${body}\n }).call(window, done); })`
    : `(function () { ${body}\n })()`;
  const variable = value.trim() === '' ? undefined : storeInto(value.trim(), state);
  return approximated('Runs in the page, by a Python script.', runJavaScript(script, variable));
}
