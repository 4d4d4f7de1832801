import { expect, test } from '@jest/globals';
import type { PrivateHandler } from './private-handler.ts';
import { failureOf, type Stage } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';

const stage = useStage();

const handlers = new Map<string, PrivateHandler>([
  ['portal.echo', (inputs) => Promise.resolve(inputs)],
  ['portal.title', async (_inputs, { page }) => page.title()],
  ['portal.list', () => Promise.resolve(['a', 'b'])],
  ['portal.nothing', () => Promise.resolve(undefined)],
  ['portal.broken', () => Promise.reject(new Error('the portal said no'))],
  [
    'portal.early',
    () => {
      throw new TypeError('no wait at all');
    },
  ],
  // The compiler cannot check what a plug-in returns.
  ['portal.strange', () => Promise.resolve(JSON.parse('{"a": 1}', () => Number.NaN))],
  ['portal.slow', () => new Promise(() => {})],
]);
const dependencies = { privateHandlers: handlers };

const node = (handler: string, more: object = {}) => ({ type: 'private_node', handler, ...more });
const outputOf = (run: Awaited<ReturnType<Stage['run']>>) =>
  run.result.outputData.map(({ unique_identifier: name, json_data: data }) => [name, data]);

// proves field: private_node.type; private_node.handler; private_node.inputs
// proves field: private_node.output_variable_names
test('passes the inputs to the plug-in and binds its result', async () => {
  const inputs = { number: 'N-{id[0]}', deep: [{ text: '{id[0]}', number: 5, none: null }] };
  const names = ['deep', 'number'];
  const run = await stage.run(
    '<title>Portal</title>',
    [
      node('portal.echo', { inputs, output_variable_names: names }),
      node('portal.title', { output_variable_names: ['title_{id[0]}'] }),
      node('portal.list', { output_variable_names: ['list'] }),
      node('portal.nothing', { output_variable_names: ['nothing'] }),
      node('portal.echo'),
      {
        misc_action: {
          set_variable: {
            name: 'all',
            expression: '[deep[0].number, number[0], title_7[0], list[1], nothing[0]]',
            output_variable_name: 'all',
          },
        },
        end_sleep_time: 0,
      },
    ],
    { inputs: { id: [7] }, dependencies },
  );
  expect(failureOf(run)).toBe('success');
  expect(outputOf(run)).toEqual([
    ['deep', { deep: [{ text: '7', number: 5, none: null }] }],
    ['number', { number: 'N-7' }],
    ['title_7', { title_7: 'Portal' }],
    ['list', { list: ['a', 'b'] }],
    ['nothing', { nothing: null }],
    ['all', { all: [5, 'N-7', 'Portal', 'b', null] }],
  ]);
  expect(run.events[0]).toMatchObject({ kind: 'private_node', outcome: 'done' });
});

test.each([
  [
    node('portal.unknown'),
    /^handler_missing: No handler .*"portal\.unknown"\. Registered: "portal\.echo"/,
  ],
  [node('portal.broken'), /^script_error: The handler "portal\.broken" failed: the portal said no/],
  [node('portal.early'), /^script_error: The handler "portal\.early" failed: no wait at all/],
  [node('portal.strange'), /^script_error: .*its result is not JSON/],
  [
    node('portal.title', { output_variable_names: ['a', 'b'] }),
    /^script_error: .*its result has no fields for a, b/,
  ],
  [
    node('portal.echo', { inputs: { a: 1 }, output_variable_names: ['a', 'b'] }),
    /^script_error: .*its result has no field "b"/,
  ],
  [node('portal.echo', { inputs: { a: '{absent[0]}' } }), /^placeholder_unresolved: /],
])('fails at its own node: %j', async (failing, message) => {
  const run = await stage.run('<p>', [node('portal.nothing'), failing], { dependencies });
  expect(failureOf(run)).toMatch(message);
  expect(run.result).toMatchObject({ error: { nodePath: 'nodes[1]' } });
});

test('has no handlers by default', async () => {
  const run = await stage.run('<p>', [node('portal.echo')]);
  expect(failureOf(run)).toMatch(/^handler_missing: .*Registered: none/);
});

test('ends with the run even if the plug-in does not', async () => {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal]);
  setTimeout(() => stop.abort(new Error('cancelled')), 300);
  const run = await stage.run('<p>', [node('portal.slow')], {
    dependencies: { ...dependencies, signal },
  });
  expect(run.result.status).toBe('aborted');
});

// proves field: private_node.before_sleep_time; private_node.end_sleep_time
test('waits until the page is quiet, before and after', async () => {
  const html = `<title>1</title><script>
    setTimeout(() => { document.title = 2 }, 60);
    setTimeout(() => { document.title = 3 }, 120)</script>`;
  const run = await stage.run(
    html,
    [
      node('portal.title', {
        before_sleep_time: 30,
        end_sleep_time: 30,
        output_variable_names: ['title'],
      }),
    ],
    { dependencies },
  );
  expect(outputOf(run)).toEqual([['title', { title: '3' }]]);
  expect(run.events[0]?.durationMs).toBeLessThan(20_000);
});
