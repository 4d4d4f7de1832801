import { lexer, type Token, type Tokens } from 'marked';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { placeRowAnchors } from './anchors.ts';
import { CONTENTS, GUIDE, listPages, ROOT } from './list-pages.ts';
import { readMarkdown } from './read-markdown.ts';

const DOCUMENT = join(ROOT, 'openapi/errand.yaml');

export interface DocsPage {
  /** Last part of the page's address: `locators` of `/docs/locators`. */
  readonly name: string;
  readonly title: string;
  /** The page's Markdown, with links between pages as addresses of the site. */
  readonly tokens: readonly Token[];
  /** Path in the repository. */
  readonly path: string;
}

export interface DocsGroup {
  readonly title: string;
  /** Has the title from the table of contents. */
  readonly pages: readonly Pick<DocsPage, 'name' | 'title'>[];
}

/**
 * Reads the pages of the documentation in the order and the groups of its table of contents,
 * `apps/docs/README.md`. Pages that it does not name are in no group. Examples call the
 * installation at `publicUrl`.
 */
export function readPages(publicUrl?: string): {
  readonly groups: readonly DocsGroup[];
  readonly all: DocsPage[];
} {
  const files = listPages();
  const pages = new Map(
    [...files].map(([file, name]) => [
      file,
      readPage(name, readMarkdown(file, publicUrl), { file, files }),
    ]),
  );
  return { groups: readGroups(pages), all: [...pages.values()] };
}

interface Place {
  readonly file: string;
  /** The name of each page by its file. */
  readonly files: ReadonlyMap<string, string>;
}

function readPage(name: string, markdown: string, { file, files }: Place): DocsPage {
  const tokens = lexer(markdown).filter(({ type }) => type !== 'html');
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading');
  for (const token of walk(tokens)) {
    if (token.type === 'link' || token.type === 'image') placeLink(token, { file, files });
  }
  placeRowAnchors(tokens);
  return { name, title: title?.text ?? name, tokens, path: relative(ROOT, file) };
}

/** Keeps links between pages; links to other files of the repository become paths. */
function placeLink(token: Token, { file, files }: Place): void {
  const link = token as Tokens.Image | Tokens.Link;
  if (/^(?:[a-z]+:|#|\/)/.test(link.href)) return;
  const [path = '', heading] = link.href.split('#');
  if (/\.(?:png|svg)$/.test(path)) return;
  const target = resolve(dirname(file), path);
  const page = files.get(target);
  const anchor = heading === undefined ? '' : `#${heading}`;
  // Readers there have the pages of the document.
  if (target === DOCUMENT) link.href = '/docs/api/';
  else if (page !== undefined) link.href = `${page}${anchor}`;
  else if (link.type === 'link') nameFile(link, relative(ROOT, target));
}

function nameFile(link: Tokens.Link, path: string): void {
  const words = link.text === path ? '' : `${link.text} `;
  const code: Tokens.Codespan = { type: 'codespan', raw: path, text: path };
  const tokens = words === '' ? [code] : [asText(words), asText('('), code, asText(')')];
  Object.assign(link, { type: 'text', tokens });
}

function asText(text: string): Tokens.Text {
  return { type: 'text', raw: text, text, escaped: false };
}

function readGroups(pages: ReadonlyMap<string, DocsPage>): DocsGroup[] {
  const groups: { title: string; pages: DocsGroup['pages'][number][] }[] = [];
  for (const token of walk(lexer(readFileSync(CONTENTS, 'utf8')))) {
    if (token.type === 'heading' && token['depth'] === 2) {
      groups.push({ title: (token as Tokens.Heading).text, pages: [] });
    }
    if (token.type !== 'link') continue;
    const { href, text: title } = token as Tokens.Link;
    const page = pages.get(resolve(GUIDE, href));
    if (page) groups.at(-1)?.pages.push({ name: page.name, title });
  }
  return groups;
}

/** The tokens with all their descendants. */
function* walk(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token;
    const { tokens: inner = [], items = [], header = [], rows = [] } = token as Tokens.Generic;
    yield* walk(inner);
    for (const item of [...items, ...header, ...rows.flat()]) {
      yield* walk((item as { readonly tokens: Token[] }).tokens);
    }
  }
}
