import { matchesOf, type RankedCandidate, rankInPage } from '@errand/locators/ranking';

const MOST_LEVELS = 8;
const MOST_ANCHORS = 3;
const BUDGET_MS = 60;
const CELLS = ':scope > td, :scope > [role=cell], :scope > [role=gridcell]';
const TABLES = 'table, [role=grid], [role=table]';
const TEXTS = /(?:get_by_text\(|\b(?:has_text|name)=)("(?:[^"\\]|\\.)*")/g;

type RowsCommand = Omit<RankedCandidate, 'count'>;

/**
 * Finds the smallest repeated element around this one. Returns the locators that match all
 * repetitions, the best first; none if nothing is repeated.
 */
export function findRows(element: Element): RankedCandidate[] {
  let row: Element | null = element;
  for (let level = 0; row && level < MOST_LEVELS; level += 1, row = row.parentElement) {
    const rows = siblingsLike(row);
    if (rows.length < 2) continue;
    const found = commandsFor(row, rows).filter(({ command }) => isSame(matchesOf(command), rows));
    if (found.length > 0) return found.map((one) => ({ ...one, count: rows.length }));
  }
  return [];
}

/** The cells of a row do not count as repeated rows, nor do rows of headings if this one has data. */
function siblingsLike(row: Element): Element[] {
  if (row.matches('td, th, span, a, button, option, [role=cell], [role=gridcell]')) return [];
  const isListed = row.matches('article, li, tr, [role=article], [role=listitem], [role=row]');
  const hasCells = row.querySelector(CELLS) !== null;
  return [...(row.parentElement?.children ?? [])].filter(
    (sibling) =>
      sibling.localName === row.localName &&
      (!hasCells || sibling.querySelector(CELLS) !== null) &&
      (isListed || [...row.classList].some((name) => sibling.classList.contains(name))),
  );
}

function commandsFor(row: Element, rows: readonly Element[]): RowsCommand[] {
  const own = ownCommands(row);
  const around = [row.closest(TABLES), row.parentElement].filter((one) => one !== null);
  const anchors = around.flatMap((one) =>
    rankInPage(one, { budgetMs: BUDGET_MS })
      .candidates.filter(({ count, command }) => count === 1 && !quotesRows(command, rows))
      .slice(0, MOST_ANCHORS),
  );
  const anchored = anchors.flatMap((anchor) =>
    own.map(({ command, score }) => ({
      command: `${anchor.command}.${command}`,
      kind: 'around',
      score: Math.min(anchor.score, score),
    })),
  );
  return [...own, ...anchored].filter(({ command }) => !/[{}]/.test(command));
}

function ownCommands(row: Element): RowsCommand[] {
  const { role } = rankInPage(row, { budgetMs: 0 });
  const tag = row.localName;
  const classes = [...row.classList].map((name) => css(`${tag}.${name}`));
  const byRole = role === '' ? [] : [`get_by_role(${JSON.stringify(role)})`];
  const cell = row.querySelector(CELLS)?.getAttribute('role') ?? 'cell';
  const withCells = [
    ...(tag === 'tr' ? [css('tr:has(td)')] : []),
    ...byRole.map((command) => `${command}.filter(has=get_by_role(${JSON.stringify(cell)}))`),
  ];
  return [
    ...classes.map((command) => ({ command, kind: 'classes', score: 50 })),
    ...byRole.map((command) => ({ command, kind: 'role', score: 45 })),
    { command: css(tag), kind: 'tag', score: 30 },
    ...withCells.map((command) => ({ command, kind: 'cells', score: 40 })),
  ];
}

function css(selector: string): string {
  return `locator(${JSON.stringify(selector)})`;
}

/** Whether a locator depends on what the rows contain, which changes with the data. */
function quotesRows(command: string, rows: readonly Element[]): boolean {
  const quoted = [...command.matchAll(TEXTS)].map(([, text = '""']) => plain(JSON.parse(text)));
  const contents = rows.map((row) => plain(row.textContent ?? '')).filter((text) => text !== '');
  return contents.some((content) =>
    quoted.some((text) => text.includes(content) || content.includes(text)),
  );
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, '').toLowerCase();
}

function isSame(found: readonly Element[], wanted: readonly Element[]): boolean {
  return found.length === wanted.length && wanted.every((one) => found.includes(one));
}
