import { bindVariables, namesIn, type SeleniumState } from './selenium-state.ts';

interface Address {
  readonly url: string;
  readonly why?: string;
}

const ABSOLUTE = /^[a-z][a-z\d+.-]*:/i;

/** Resolves the target of `open` against the project's address; undefined if it is not valid. */
export function readAddress(target: string, state: SeleniumState): Address | undefined {
  if (ABSOLUTE.test(target)) return { url: bindVariables(target, state) };
  const [first] = namesIn(target);
  if (first !== undefined && target.startsWith(`\${${first}}`)) {
    return beginningWith(first, target, state);
  }
  const { baseUrl, draft } = state;
  if (URL.canParse(baseUrl)) return resolve(target, state);
  const base = draft.names.input('base_url', baseUrl.replace(/\/+$/, ''));
  const path = bindVariables(target, state);
  return {
    url: `${base}${path.startsWith('/') || path === '' ? path : `/${path}`}`,
    why: 'The project has no complete address: pass it as the input base_url.',
  };
}

/** What the variable holds decides whether the project's address belongs before it. */
function beginningWith(name: string, target: string, state: SeleniumState): Address {
  const url = bindVariables(target, state);
  const texts = state.stored.textsOf(name) ?? [''];
  if (texts.every((text) => ABSOLUTE.test(text))) return { url };
  if (URL.canParse(state.baseUrl) && texts.every((text) => /^\/(?!\/)/.test(text))) {
    return { url: `${new URL(state.baseUrl).origin}${url}` };
  }
  return { url, why: `The value of \${${name}} has to be a complete address.` };
}

/** Placeholders are not escaped as the rest of an address is. */
function resolve(target: string, state: SeleniumState): Address | undefined {
  const placeholders = namesIn(target).map((name) => bindVariables(`\${${name}}`, state));
  const marked = namesIn(target).reduce(
    (text, name, index) => text.replace(`\${${name}}`, () => markOf(index)),
    target,
  );
  if (!URL.canParse(marked, state.baseUrl)) return undefined;
  const url = placeholders.reduce(
    (text, placeholder, index) => text.replace(markOf(index), () => placeholder),
    new URL(marked, state.baseUrl).href,
  );
  return { url };
}

/** Characters that no part of an address escapes or changes. */
const markOf = (index: number): string => `errand-placeholder-${index}-`;
