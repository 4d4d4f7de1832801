import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { actionKinds } from './action-registry.ts';
import type { Action } from './define-action.ts';

const source = join(import.meta.dirname, '..');

const OWN_METHOD = 'A method that scripts call on the page has this name too.';
const WITH_DOWNLOADS = 'Recorders of the common interface leave a download_filename there.';
const RECORDED = 'The recorder writes steps of this kind.';

/** Where the name of a kind means something else. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'actions/interaction/input-text.ts key_press': 'A value of fill_or_type.',
  'capabilities/agents/agent-tools.ts switch_tab': 'A tool of agents.',
  'capabilities/scripts/calls/acting-calls.ts select_option': OWN_METHOD,
  'capabilities/scripts/calls/context-calls.ts close_current_tab': OWN_METHOD,
  'capabilities/scripts/calls/context-calls.ts switch_tab': OWN_METHOD,
  'capabilities/scripts/calls/locator-calls.ts wait_for': OWN_METHOD,
  'capabilities/scripts/calls/navigation-calls.ts go_back': OWN_METHOD,
  'document/leftovers/find-leftovers.ts click_element': WITH_DOWNLOADS,
  'document/leftovers/find-leftovers.ts select_option': WITH_DOWNLOADS,
  'document/leftovers/find-leftovers.ts sleep_action': 'The pause that an empty node becomes.',
  'document/lint/impossible-indices.ts human_in_loop_action': 'A person may pass any values.',
  'recorder/write-act.ts click_element': RECORDED,
  'recorder/write-act.ts close_current_tab': RECORDED,
  'recorder/write-act.ts drag_and_drop': RECORDED,
  'recorder/write-act.ts go_back': RECORDED,
  'recorder/write-act.ts go_to_url': RECORDED,
  'recorder/write-act.ts input_text': RECORDED,
  'recorder/write-act.ts key_press': RECORDED,
  'recorder/write-act.ts select_option': RECORDED,
  'recorder/write-act.ts set_value': RECORDED,
  'recorder/write-act.ts switch_tab': RECORDED,
  'recorder/write-act.ts upload_file': RECORDED,
  'recorder/write-nodes.ts key_press': RECORDED,
  'recorder/write-nodes.ts wait_for': RECORDED,
};

/** Tests, fixtures and generated bundles may name any kind. */
const UNCHECKED = /\.test\.ts$|\.generated\.ts$|^test\/|^recovery\/|\/testing\//;

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !UNCHECKED.test(file))
  .map((file) => ({ file, code: withoutProse(readFileSync(join(source, file), 'utf8')) }));

/** Drops comments, and strings that contain a space: they are prose. */
function withoutProse(text: string): string {
  return text
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$|(?<=[;,{}) ])\/\/ .*$/gm, '')
    .replaceAll(/'[^'\n]*'|`[^`]*`/g, (quoted) => (quoted.includes(' ') ? "''" : quoted));
}

/**
 * Finds the name of the kind: anywhere if it is a wire name (`click_element`), or as a member of
 * its group, because `check` and `locator` are also plain words.
 */
function patternOf({ group, kind }: Action): RegExp {
  if (kind.includes('_')) return new RegExp(`\\b${kind}\\b`);
  const holder = `\\b${group}(?:_action)?`;
  return new RegExp(`${holder}\\??\\.${kind}\\b|\\{[^{}=]*\\b${kind}\\b[^{}]*\\} = [^;]*${holder}`);
}

function findNames(checked: readonly { readonly file: string; readonly code: string }[]): string[] {
  return checked.flatMap(({ file, code }) =>
    actionKinds
      .filter(({ kind }) => !file.endsWith(`/${kind.replaceAll('_', '-')}.ts`))
      .filter((action) => patternOf(action).test(code))
      .map(({ kind }) => `${file} ${kind}`),
  );
}

test('names a kind only in its own file, its test and the registry', () => {
  expect([...new Set(findNames(files))].toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
});

test.each([
  ["const acts = new Set(['click_element']);", 'click_element'],
  ['if (node.sleep_action) return false;', 'sleep_action'],
  ['return node.extraction_action?.locator;', 'locator'],
  ['const { hover, scroll } = node.interaction_action ?? {};', 'hover'],
  ['const names = /^misc_action\\.(set_variable|expect)$/;', 'set_variable'],
])('finds a kind in %j', (code, kind) => {
  expect(findNames([{ file: 'run/planted.ts', code: withoutProse(code) }])).toContain(
    `run/planted.ts ${kind}`,
  );
});

test.each([
  '/** For `click_element`. */',
  "const message = 'Use input_text instead.';",
  'const message = `${path}`; throw new Error(`Use click_element at ${path}.`);',
  "'check'",
])('finds no kind in %j', (code) => {
  expect(findNames([{ file: 'run/planted.ts', code: withoutProse(code) }])).toEqual([]);
});
