import { describeElement } from '../injected/describe-element.ts';
import type { NearElement } from '../injected/near-element.ts';
import { query } from '../injected/query.ts';
import { type LocatorCandidate, rankData } from '../hints/rank-candidates.ts';
import { rankElement, writeAround } from '../hints/write-commands.ts';
import { parseLocator } from '../parse-locator.ts';

// This file runs in the page, in an isolated world.

/** A locator that matches an element, and how many others it matches. */
export interface RankedCandidate extends LocatorCandidate {
  /** Matches in the document, or below the root. 1: only the element. */
  readonly count: number;
}

/** The element with its role, its name and its candidates. */
export interface RankedElement {
  readonly role: string;
  readonly accessibleName: string;
  /** The unique ones first, each by score. Never empty. */
  readonly candidates: readonly RankedCandidate[];
}

interface RankOptions {
  /** Commands are relative to this element: `{locator[index]}.COMMAND`. Default: the document. */
  readonly root?: Element;
  /** Leaves out locators that contain this text: the element's current locator. Default: none. */
  readonly without?: string;
  /** How long candidates are tried once a unique one is known. */
  readonly budgetMs: number;
}

const LONGEST_BUDGETS = 4;
const ENOUGH = 8;
const SCORE_AROUND = 34;
const SCORE_OF_POSITION = 0.3;

/**
 * Ranks the locators of an element of this document by trying them now, so the ranking describes
 * the page before its scripts react to an event.
 */
export function rankInPage(element: Element, options: RankOptions): RankedElement {
  const facts = describeElement(element, { index: 0, score: 1 });
  const { without = '' } = options;
  const commands = writeAll(facts).filter(
    ({ command }) => without === '' || !command.includes(JSON.stringify(without).slice(1, -1)),
  );
  const tried = tryAll(element, commands, options);
  const unique = tried.filter(({ count }) => count === 1);
  const others = tried.filter(({ count }) => count > 1);
  const [shared] = others;
  const counted = shared ? [withPosition(shared)] : [];
  const ranked = [...unique, ...(unique.length === 0 ? counted : [])].toSorted(byScore);
  const { role, accessibleName } = facts;
  const candidates = [...ranked, ...others.toSorted(byScore)].map(withoutPosition);
  return { role, accessibleName, candidates };
}

/** Returns the elements of this document that a command matches; none for an unreadable command. */
export function matchesOf(command: string, root?: Element): Element[] {
  try {
    return query(parseLocator(command).target, root);
  } catch {
    // A class or ID might not be valid CSS.
    return [];
  }
}

interface Tried extends RankedCandidate {
  /** Position of the element among the matches. */
  readonly position: number;
}

function writeAll(facts: NearElement): LocatorCandidate[] {
  const own = rankElement(facts);
  const inside = own.filter(({ kind }) => kind !== 'xpath').map(({ command }) => command);
  const around = writeAround(facts, inside).map((command, at) => {
    return { command, kind: 'around', score: Math.max(11, SCORE_AROUND - at) };
  });
  const plain = { command: `locator("${facts.tag}")`, kind: 'tag', score: 5 };
  const data = rankData(facts).filter(({ command }) => !inside.includes(command));
  const [last, rest] = [own.filter(isLast), own.filter((one) => !isLast(one))];
  return [...rest, ...data, ...around, ...last, plain];
}

/** An absolute XPath breaks with every change to the page. */
function isLast({ kind }: LocatorCandidate): boolean {
  return kind === 'xpath';
}

function tryAll(
  element: Element,
  commands: readonly LocatorCandidate[],
  { root, budgetMs }: RankOptions,
): Tried[] {
  const startedAt = performance.now();
  const tried: Tried[] = [];
  let unique = 0;
  for (const candidate of commands) {
    const spentMs = performance.now() - startedAt;
    const isLate = spentMs > budgetMs * (unique > 0 ? 1 : LONGEST_BUDGETS);
    // The last candidate always matches.
    if (isLate && (tried.length > 0 || candidate !== commands.at(-1))) continue;
    // The XPath begins at the document.
    if (root && isLast(candidate)) continue;
    const matches = matchesOf(candidate.command, root);
    const position = matches.indexOf(element);
    if (position >= 0) tried.push({ ...candidate, count: matches.length, position });
    if (position >= 0 && matches.length === 1) unique += 1;
    if (unique === ENOUGH) break;
  }
  return tried;
}

function withPosition(shared: Tried): Tried {
  return {
    ...shared,
    command: `${shared.command}.nth(${shared.position})`,
    kind: 'position',
    score: Math.round(shared.score * SCORE_OF_POSITION),
    count: 1,
  };
}

function withoutPosition({ command, kind, score, count }: Tried): RankedCandidate {
  return { command, kind, score, count };
}

function byScore(a: LocatorCandidate, b: LocatorCandidate): number {
  return b.score - a.score;
}
