import { expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveEvidence } from './save-evidence.ts';

test('keeps the page of each try in a session', () => {
  using cache = openCache();
  const save = (text: string) => {
    const screenshot = `data:image/png;base64,${Buffer.from(text).toString('base64')}`;
    const snapshot = { page_url: '', title: '', screenshot, accessibility_snapshot: text };
    return saveEvidence({ env: { XDG_CACHE_HOME: cache.path } }, 'session-1', { snapshot });
  };
  const saved = ['first', 'second', 'third'].map((text) => ({ text, paths: save(text) }));
  const folder = join(cache.path, 'errand', 'session-1');
  expect(saved.map(({ paths }) => paths)).toEqual(
    ['try-1', 'try-2', 'try-3'].map((name) =>
      ['page.png', 'page.txt'].map((file) => join(folder, name, file)),
    ),
  );
  for (const { text, paths } of saved) {
    for (const path of paths) expect(readFileSync(path, 'utf8')).toBe(text);
  }
});

function openCache(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'errand-cache-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}
