import { css, isLocator, quote, role, xpath } from '../draft/locators.ts';
import { asList, asText } from '../draft/json.ts';

/** Roles that fit a step best, for names without a role. */
const likelyRoles = ['button', 'link', 'textbox', 'checkbox', 'combobox', 'tab', 'menuitem'];
const STABLE_CSS = /^(?:[a-z]*#[\w-]+|[a-z]*\[(?:data-[\w-]+|name|id)=["'][^"']+["']\])$/i;
const LONGEST_SHORT_CSS = 60;

interface Candidate {
  readonly command: string;
  /** Lower is better. */
  readonly rank: number;
}

/**
 * Returns all locators for the selectors of a step, best first. Each selector is a string, or a
 * list of strings with one for every shadow root on the way; a step may also have a single string.
 */
export function readSelectors(selectors: unknown): string[] {
  const chains = typeof selectors === 'string' ? [selectors] : asList(selectors);
  const candidates = chains
    .map((chain) => readChain(typeof chain === 'string' ? [chain] : asList(chain)))
    .filter((candidate) => candidate !== undefined)
    .filter(({ command }) => isLocator(command));
  const sorted = candidates.toSorted((one, other) => one.rank - other.rank);
  return [...new Set(sorted.map(({ command }) => command))];
}

function readChain(parts: readonly unknown[]): Candidate | undefined {
  const read = parts.map((part) => readSelector(asText(part) ?? ''));
  const last = read.at(-1);
  if (!last || read.includes(undefined)) return undefined;
  const commands = read.map((one) => one?.command ?? '');
  return { command: commands.join('.'), rank: last.rank + (parts.length > 1 ? 1 : 0) };
}

function readSelector(selector: string): Candidate | undefined {
  const [, kind = 'css', body = ''] = /^(aria|xpath|text|pierce|css)\/([^]*)$/.exec(selector) ?? [
    '',
    'css',
    selector,
  ];
  if (body.trim() === '') return undefined;
  if (kind === 'aria') return readAria(body);
  if (kind === 'xpath') return { command: xpath(body), rank: 60 };
  if (kind === 'text') return { command: `get_by_text(${quote(body)})`, rank: 50 };
  const isShort = body.length <= LONGEST_SHORT_CSS && !/nth-(?:child|of-type)/.test(body);
  const rank = STABLE_CSS.test(body) ? 0 : isShort ? 30 : 40;
  // Errand's CSS already finds elements in open shadow roots.
  return { command: css(body), rank: kind === 'pierce' ? rank + 1 : rank };
}

/** `aria/Save[role="button"]`, `aria/Save`, `aria/[role="main"]`. */
function readAria(body: string): Candidate | undefined {
  const roles = [...body.matchAll(/\[\s*role\s*=\s*["'](?<role>[\w-]+)["']\s*\]/g)];
  const found = roles[0]?.groups?.['role'];
  const names = [...body.matchAll(/\[\s*name\s*=\s*["'](?<name>[^"']*)["']\s*\]/g)];
  const name =
    names[0]?.groups?.['name'] ??
    body.replaceAll(/\[\s*[\w-]+\s*=\s*["'][^"']*["']\s*\]/g, '').trim();
  if (found !== undefined) {
    return { command: name === '' ? role(found) : role(found, name), rank: name === '' ? 45 : 10 };
  }
  return name === '' ? undefined : { command: byName(name), rank: 20 };
}

/** Returns a locator for any element with this name; its label comes last, for fields. */
function byName(name: string): string {
  const others = likelyRoles.slice(1).map((one) => `.or_(${role(one, name)})`);
  return `${role('button', name)}${others.join('')}.or_(get_by_label(${quote(name)}, exact=True)).first`;
}
