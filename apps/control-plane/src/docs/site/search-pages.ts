import MiniSearch from 'minisearch';
import type { Token, Tokens } from 'marked';
import { anchorOf, anchorOfRow, nameOfRow } from './anchors.ts';
import type { DocsPage } from './read-pages.ts';
import { otherWords } from './other-words.ts';

/** Results of one search. */
const MAX_HITS = 20;
const EXCERPT_LENGTH = 180;
/** If fewer sections contain all words, sections with only some of them follow. */
const ENOUGH_HITS = 5;
/** Question words that say nothing about the subject. */
const FILLERS = new Set(
  'a an and are as at be by can do does for from how i in is it me my of on or over that the this to what when where which why with you your'.split(
    ' ',
  ),
);
/** Pages that list everything rank below pages that explain a subject. */
const LISTS = new Set(['actions', 'errors', 'settings'].map((name) => `/docs/${name}`));
const REFERENCE = '/docs/api/';

export interface Section {
  readonly href: string;
  /** Its heading. */
  readonly title: string;
  /** Title of the section's page. */
  readonly page: string;
  readonly text: string;
}

export interface Hit extends Pick<Section, 'href' | 'page' | 'title'> {
  readonly excerpt: string;
}

/**
 * Indexes the sections of all pages, and `others`. Also matches prefixes of words and words with
 * typos.
 */
export function indexPages(
  pages: readonly DocsPage[],
  others: readonly Section[] = [],
): (wanted: string) => readonly Hit[] {
  const sections = [...pages.flatMap(listSections), ...others].map((section, id) => ({
    ...section,
    others: otherWords[section.href] ?? '',
    id,
  }));
  const index = new MiniSearch<(typeof sections)[number]>({
    fields: ['title', 'page', 'text', 'others'],
    // `locator_not_found` and `input_text` are found as a whole and by their parts.
    tokenize: (text) => text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => [word, ...partsOf(word)]),
    searchOptions: { boost: { title: 4, others: 4, page: 2 }, prefix: true, fuzzy: 0.15 },
  });
  index.addAll(sections);
  const boostDocument = (id: number) => {
    const [page = ''] = sections[id]?.href.split('#') ?? [];
    return LISTS.has(page) || page.startsWith(REFERENCE) ? 0.6 : 1;
  };
  const search = (words: string, combineWith: 'AND' | 'OR') =>
    index.search(words, { combineWith, boostDocument });
  return (wanted) => {
    const words = dropFillers(wanted);
    const found = search(words, 'AND');
    const ids = new Set(found.map(({ id }) => Number(id)));
    const more = found.length < ENOUGH_HITS ? search(words, 'OR') : [];
    return [...found, ...more.filter(({ id }) => !ids.has(Number(id)))]
      .slice(0, MAX_HITS)
      .flatMap(({ id, queryTerms }) => {
        const section = sections[Number(id)];
        return section ? [describe(section, queryTerms)] : [];
      });
  };
}

/** Keeps a query that consists only of filler words. */
function dropFillers(wanted: string): string {
  const words = wanted.split(/\s+/).filter((word) => !FILLERS.has(word.toLowerCase()));
  return words.length === 0 ? wanted : words.join(' ');
}

function partsOf(word: string): string[] {
  return word.includes('_') ? word.split('_') : [];
}

function describe({ href, title, page, text }: Section, terms: readonly string[]): Hit {
  const places = terms.map((term) => text.toLowerCase().indexOf(term)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 40);
  const from = places.length === 0 || start < 20 ? 0 : text.indexOf(' ', start) + 1;
  const cut = text
    .slice(from, from + EXCERPT_LENGTH)
    .replace(text.length > from + EXCERPT_LENGTH ? /\s\S*$/ : /$^/, '');
  const excerpt = `${from > 0 ? '… ' : ''}${cut}${from + cut.length < text.length ? ' …' : ''}`;
  return { href, title, page: page === title ? '' : page, excerpt };
}

/**
 * Splits a page at its headings; rows of tables that describe one named thing are found separately.
 */
function listSections({ name, title, tokens }: DocsPage): Section[] {
  const sections: { href: string; title: string; page: string; text: string }[] = [];
  const rows: Section[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { text, depth } = token as Tokens.Heading;
      const href = depth === 1 ? name : `${name}#${anchorOf(text)}`;
      sections.push({ href: `/docs/${href}`, title: text, page: title, text: '' });
      continue;
    }
    const last = sections.at(-1);
    if (token.type === 'table' && namesRows(token as Tokens.Table)) {
      rows.push(...listRows(token as Tokens.Table, { name, title }));
    } else if (last) {
      last.text = `${last.text} ${readable([token])}`.trim();
    }
  }
  return [...sections, ...rows];
}

function listRows({ rows }: Tokens.Table, { name, title }: Pick<DocsPage, 'name' | 'title'>) {
  return rows.map((row) => {
    const text = row.slice(1).map(({ tokens }) => readable(tokens));
    return {
      href: `/docs/${name}#${anchorOfRow(row) ?? ''}`,
      title: nameOfRow(row) ?? '',
      page: title,
      text: text.join(' '),
    };
  });
}

function namesRows({ rows }: Tokens.Table): boolean {
  return rows.every((row) => anchorOfRow(row) !== undefined);
}

/** The text of a part of a page, with code as it is. */
function readable(tokens: readonly Token[]): string {
  return tokens.map(textOf).join('').replaceAll(/\s+/g, ' ').trim();
}

function textOf(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    const cells = [header, ...rows].flat();
    return cells.map(({ tokens }) => readable(tokens)).join(' ');
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(textOf).join(' ');
  const { tokens } = token as { readonly tokens?: readonly Token[] };
  if (tokens) return tokens.map(textOf).join('');
  return 'text' in token ? String(token.text) : token.raw;
}
