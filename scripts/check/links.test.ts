import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
});
const documents = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));

test('every link in a document leads to an existing file and heading', () => {
  const broken = documents.flatMap((path) =>
    findLinks(read(path))
      .filter((link) => !isThere(path, link))
      .map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
  expect(isThere('README.md', 'apps/docs/no-such-page.md')).toBe(false);
  expect(isThere('README.md', 'CONTRIBUTING.md#no-such-heading')).toBe(false);
  expect(isThere('README.md', 'CONTRIBUTING.md#add-a-route')).toBe(true);
  expect(isThere('README.md', 'apps/docs/errors.md#locator_not_found')).toBe(true);
  expect(isThere('README.md', 'apps/docs/errors.md#no_such_class')).toBe(false);
});

test('the README has at most 100 lines and links to each page of the documentation', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(100);
  const pages = documents.filter((path) => /^apps\/docs\/(?!README)/.test(path));
  expect(pages.length).toBeGreaterThan(5);
  const links = new Set(findLinks(read('README.md')));
  expect(pages.filter((path) => !links.has(path))).toEqual([]);
});

/** Markdown links to other files of the repository. */
function findLinks(text: string): string[] {
  const prose = text.replaceAll(/```[^]*?```/g, '').replaceAll(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) => target ?? []);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function isThere(document: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const file = path === '' ? document : join(dirname(document), path);
  if (!existsSync(join(root, file))) return false;
  return heading === undefined || headingsOf(read(file)).includes(heading);
}

/**
 * Anchors of the headings, as GitHub derives them, and of the rows that the site gives an anchor.
 */
function headingsOf(text: string): string[] {
  const rows = [...text.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name = '']) => name);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...rows];
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
