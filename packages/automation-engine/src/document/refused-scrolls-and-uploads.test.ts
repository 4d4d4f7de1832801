import { expect, test } from '@jest/globals';
import { problemsOf } from '../test/refusal.ts';
import { automationWith } from '../test/wire-nodes.ts';

type Refusal = readonly [params: object, path: readonly (string | number)[], message: RegExp];

const command = 'locator("a")';
const refusals: Readonly<Record<string, readonly Refusal[]>> = {
  upload_file: [
    [
      { command, file_url: 'a', files: [{ file_path: 'b' }] },
      ['files'],
      /exactly one of file_path, file_url, input_file, files; found file_url and files/,
    ],
    [{ command, files: [] }, ['files'], /length of at least 1/],
    [
      { command, files: [{}] },
      ['files', 0],
      /exactly one of file_path, file_url, input_file; found none/,
    ],
    [
      { command, files: [{ file_path: 'a', file_url: 'b' }] },
      ['files', 0, 'file_url'],
      /exactly one of file_path, file_url, input_file; found file_path and file_url/,
    ],
    [
      { command, input_file: 'a', file_path: 'b' },
      ['input_file'],
      /found file_path and input_file/,
    ],
    [{ command, files: [{ input_file: ' ' }] }, ['files', 0], /found none/],
    [
      { command, input_file: 'in/a.pdf' },
      ['input_file'],
      /"in\/a\.pdf" is a path, .*names of input files/,
    ],
    [{ command, input_fle: 'a.pdf' }, ['input_fle'], /input_file/],
  ],
  scroll: [
    [{ direction: 'sideways' }, ['direction'], /left/],
    [{ direction: 'left', down: false }, ['direction'], /down and direction cannot be combined/],
    [{ command, xpath: '//a' }, ['xpath'], /cannot be combined/],
    [{ command: 'get_by_rol("a")' }, ['command'], /get_by_role/],
    [{ to_element: true }, ['to_element'], /needs an element/],
    [{ command, to_element: true, amount: 5 }, ['amount'], /leave amount out/],
    [{ command, to_element: true, down: true }, ['down'], /leave down out/],
    [{ command, to_element: true, direction: 'up' }, ['direction'], /leave direction out/],
  ],
};

const cases = Object.entries(refusals).flatMap(([kind, list]) =>
  list.map(([params, path, message]) => ({ kind, params, path, message })),
);

test.each(cases)('rejects $kind: $params', ({ kind, params, path, message }) => {
  const problems = problemsOf(automationWith([{ interaction_action: { [kind]: params } }]));
  const expected = ['nodes', 0, 'interaction_action', kind, ...path];
  expect(problems).toEqual([{ path: expected, message: expect.stringMatching(message) }]);
});
