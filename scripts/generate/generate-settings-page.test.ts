import { expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { generateSettingsPage, listSettings } from './generate-settings-page.ts';

test('each setting has its own meaning', () => {
  const { content } = generateSettingsPage(fileURLToPath(new URL('../../', import.meta.url)));
  for (const section of content.split(/^## /m)) {
    const meanings = [...section.matchAll(/^\| `\w+` \|.*\| (.+) \|$/gm)].map(([, text]) => text);
    expect(meanings).toEqual([...new Set(meanings)]);
  }
  expect(content).toContain(
    '| None; such as `/var/lib/errand/files` | Required without S3_ENDPOINT',
  );
  expect(content).toContain('| Pictures per second of these videos, 1 to 30. |');
});

test('refuses a setting without its own comment', () => {
  expect(() => listSettings('# Screen size.\nWIDTH=1\nHEIGHT=2\n', 'worker')).toThrow(
    'HEIGHT does not have its own comment in apps/worker/.env.example.',
  );
});
