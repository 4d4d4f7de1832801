import type {
  LinkCount,
  LocatorCandidate,
  LocatorExpression,
  NearMatch,
  NearSearch,
} from '@errand/locators';
import { settlesWithin } from '../../deadline.ts';
import { LocatorAmbiguousError, LocatorNotFoundError } from '../../errors.ts';
import type { PageRun } from '../page-run.ts';

/**
 * Maximum extra time that a failing step may take to suggest a fix. Usually a tenth of it is
 * enough, unless the machine is starved.
 */
const HINT_BUDGET_MS = 1_000;
const MOST_MATCHES = 5;
const LONGEST_COMMAND = 300;
const LONGEST_INSTRUCTIONS = 300;
const LEAST_SCORE = 0.5;
/** Candidates that score this much lower than the best one are not shown. */
const SCORE_RANGE = 0.25;

/** What the step does to its element, and how its author describes it. */
export interface StepPurpose {
  readonly act: NearSearch['act'];
  readonly instructions?: string | undefined;
}

/**
 * Adds to the message which step of the locator found nothing, and locators that match exactly one
 * element of the current page: the nearest ones, or each of several matches. Uses no model and
 * takes at most `hintBudgetMs`. Returns the nearest matches that resemble the target element.
 */
export async function explainLocatorFailure(
  run: PageRun,
  error: unknown,
  purpose: StepPurpose,
): Promise<readonly LocatorCandidate[]> {
  const isAmbiguous = error instanceof LocatorAmbiguousError;
  if (!isAmbiguous && !(error instanceof LocatorNotFoundError)) return [];
  const { expression } = error;
  if (!expression || run.pages.count === 0) return [];
  if (isAmbiguous) {
    error.message += await tellApart(run, expression);
    return [];
  }
  const { hint, nearest } = await describeMiss(run, expression, purpose);
  error.message += hint;
  return nearest.filter(isSimilar).map(toCandidate);
}

function isSimilar({ score, isHidden }: NearMatch): boolean {
  return score >= LEAST_SCORE && !isHidden;
}

function toCandidate({ command, score }: NearMatch): LocatorCandidate {
  return { command, kind: 'nearest', score: Math.round(score * 100) };
}

async function tellApart(run: PageRun, expression: LocatorExpression): Promise<string> {
  const resolver = await run.resolverOf(run.pages.current().page);
  const matches: NearMatch[] = [];
  const search = { expression, mayShow: shows(run), onMatch: keep(matches) };
  await whileThereIsTime(run, resolver.tellApart(search, MOST_MATCHES));
  return list('Each of these matches one of them:', matches);
}

async function describeMiss(
  run: PageRun,
  expression: LocatorExpression,
  { act, instructions }: StepPurpose,
): Promise<{ readonly hint: string; readonly nearest: readonly NearMatch[] }> {
  const resolver = await run.resolverOf(run.pages.current().page);
  const links: LinkCount[] = [];
  const near: NearMatch[] = [];
  const search = {
    expression,
    act,
    about: instructions?.slice(0, LONGEST_INSTRUCTIONS),
    mayShow: shows(run),
    onMatch: keep(near),
  };
  const counting = resolver.countLinks(expression, (link) => links.push(link));
  const looking = resolver.findNear(search);
  await whileThereIsTime(run, Promise.allSettled([counting, looking]));
  const nearest = chooseNearest(near);
  const heading = nearest.some(({ score }) => score >= LEAST_SCORE)
    ? 'Nearest on the page now:'
    : 'Nothing on the page has a similar name. The elements with its role are:';
  return { hint: `${describeLinks(links)}${list(heading, nearest)}`, nearest };
}

/** Anything that takes longer is left out. A page that goes away gives no hint. */
async function whileThereIsTime(run: PageRun, search: Promise<unknown>): Promise<void> {
  await settlesWithin(
    search.catch(() => undefined),
    HINT_BUDGET_MS,
    run.signal,
  );
}

/** A locator that contains a secret would not work once the secret is redacted. */
function shows({ redact }: PageRun): (command: string) => boolean {
  return (command) => command.length <= LONGEST_COMMAND && redact(command) === command;
}

function keep(matches: NearMatch[]): (match: NearMatch) => void {
  return (match) => {
    matches.push(match);
  };
}

/** If none resembles the target element, returns all that share its role, unless there are many. */
function chooseNearest(near: readonly NearMatch[]): NearMatch[] {
  const sorted = near.toSorted((left, right) => right.score - left.score);
  const best = sorted[0]?.score ?? 0;
  if (best < LEAST_SCORE) return near.length > MOST_MATCHES ? [] : sorted;
  const least = Math.max(LEAST_SCORE, best - SCORE_RANGE);
  return sorted.filter(({ score }) => score >= least).slice(0, MOST_MATCHES);
}

function describeLinks(links: readonly LinkCount[]): string {
  const last = links.at(-1);
  if (!last || (links.length === 1 && last.count === 0)) return '';
  if (last.count > 0) return ` It matches ${last.count} now: raise max_tries.`;
  const counts = links.map(({ text, count }) => `${text} matched ${count}`);
  return ` Step by step: ${counts.slice(-4).join(', then ')}.`;
}

function list(heading: string, matches: readonly NearMatch[]): string {
  if (matches.length === 0) return '';
  const lines = matches.map(
    ({ command, isHidden }) => `  ${command}${isHidden ? '  # hidden' : ''}`,
  );
  return `\n${heading}\n${lines.join('\n')}`;
}
