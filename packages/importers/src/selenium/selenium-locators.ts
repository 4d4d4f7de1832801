import { css, cssText, isLocator, quote, xpath } from '../draft/locators.ts';
import type { SeleniumCommand } from './selenium-command.ts';
import { bindVariables, type SeleniumState } from './selenium-state.ts';

/** Selenium uses the first of several matches. */
export function readLocator(target: string, state: SeleniumState): string | undefined {
  const [, kind = '', body = ''] = /^\s*(\w+)\s*=\s*([^]*)$/.exec(target) ?? [];
  const text = bindVariables(body, state).trim();
  const command = byKind(kind, text) ?? implicit(bindVariables(target, state).trim());
  if (command === undefined || !isLocator(command)) return undefined;
  return inFrames(command, state);
}

const inFrames = (command: string, { frames }: SeleniumState): string =>
  [...frames, command].join('.');

/** Returns all locators of a command, its own first. */
export function readCandidates(command: SeleniumCommand, state: SeleniumState): string[] {
  const found = [command.target, ...command.targets].map((target) => readLocator(target, state));
  return [...new Set(found.filter((one) => one !== undefined))];
}

function byKind(kind: string, text: string): string | undefined {
  if (text === '') return undefined;
  switch (kind.toLowerCase()) {
    case 'id':
      return css(`[id=${cssText(text)}]`);
    case 'name':
      return `${css(`[name=${cssText(text)}]`)}.first`;
    case 'css':
      return `${css(withHasText(text))}.first`;
    case 'xpath':
      return `${xpath(text)}.first`;
    case 'link':
    case 'linktext':
      return `get_by_role("link", name=${quote(text.replace(/^exact:/, ''))}, exact=True).first`;
    case 'partiallinktext':
      return `get_by_role("link", name=${quote(text)}).first`;
    case 'class':
    case 'classname':
      return `${css(`[class~=${cssText(text)}]`)}.first`;
    case 'tagname':
      return `${css(text)}.first`;
    case 'identifier':
      return implicit(text);
    default:
      return undefined;
  }
}

/** Without a kind: an XPath, or an id or name. */
function implicit(target: string): string | undefined {
  if (/^\(*\/\//.test(target)) return `${xpath(target)}.first`;
  if (!/^[\w.-]+$/.test(target)) return undefined;
  const text = cssText(target);
  return `${css(`[id=${text}], [name=${text}]`)}.first`;
}

/** Selenium IDE writes `:contains("x")`, which browsers do not know. */
const withHasText = (selector: string): string =>
  selector.replaceAll(
    /:contains\((?:\s*(["'])(?:[^\\]|\\[^])*?\1\s*|[^()"']*)\)/g,
    (call) => `:has-text(${cssText(containedText(call.slice(':contains('.length, -1).trim()))})`,
  );

const containedText = (given: string): string =>
  /^["']/.test(given) ? given.slice(1, -1).replaceAll(/\\([^])/g, '$1') : given;
