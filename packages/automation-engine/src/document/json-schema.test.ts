import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { everyAction } from '../test/every-action.ts';
import { exampleAutomations } from '../test/example-automations.ts';
import { fullAutomation } from '../test/full-automation.ts';
import { automationWith } from '../test/wire-nodes.ts';
import { automationJsonSchema, InvalidAutomationError, parseAutomation } from './index.ts';
import { automationJsonSchemas } from './json-schema.ts';
import { schemaParts } from './schema-parts.ts';

type Path = readonly string[];

const ajv = new Ajv2020({
  strict: true,
  strictTypes: true,
  strictTuples: true,
  allowUnionTypes: true,
});
ajv.addKeyword('x-errand-addition');
ajv.addKeyword('x-errand-implied-default');
const validate = ajv.compile(automationJsonSchema());
const schemas = automationJsonSchemas((name) => `#/${name}`);

describe('the JSON Schema accepts', () => {
  test.each(Object.entries({ ...exampleAutomations, fullAutomation }))(
    '%s',
    (_name, automation) => {
      validate(automation);
      expect(validate.errors).toBeNull();
    },
  );

  test.each(everyAction.map((node) => [Object.keys(node).join(', '), node]))(
    'what parseAutomation accepts, for every change to a node with %s',
    (_fields, node) => {
      const changed = changesOf(automationWith([node]));
      const accepted = changed.filter((automation) => isAccepted(automation));
      expect(accepted.filter((automation) => !validate(automation))).toEqual([]);
      expect(accepted.length).toBeLessThan(changed.length);
    },
  );

  test('what parseAutomation accepts, for every change to an automation', () => {
    const outside = { ...fullAutomation, nodes: [] };
    const containers = automationWith([
      { variable_name: 'a', nodes: [{ sleep_action: { sleep_time: 1 } }], reset_nodes: [] },
      { locator: 'locator("a")', assertion: 'to_be_visible', timeout: 1 },
      { condition: 'a[0]', if_nodes: [{ sleep_action: { sleep_time: 1 } }], else_nodes: [] },
      { type: 'private_node', handler: 'a', inputs: { a: 1 }, output_variable_names: ['b'] },
    ]);
    const accepted = [...changesOf(outside), ...changesOf(containers)].filter((automation) =>
      isAccepted(automation),
    );
    expect(accepted.filter((automation) => !validate(automation))).toEqual([]);
  });
});

test.each([
  ['an unknown field', { clicks: 2 }],
  ['an unknown choice', { button: 'top' }],
  ['a wrong type', { force: 'yes' }],
  ['a point with three numbers', { coordinates: [1, 2, 3] }],
])('the JSON Schema rejects %s', (_what, params) => {
  expect(validate(automationWith([{ interaction_action: { click_element: params } }]))).toBe(false);
});

test('every part and every field has a one-sentence description', () => {
  const silent = Object.entries(schemas).flatMap(([name, schema]) => silentPlaces(name, schema));
  expect(silent).toEqual([]);
});

test('every part refers only to existing parts', () => {
  const references = JSON.stringify(schemas).matchAll(/"\$ref":"#\/(\w+)"/g);
  const names = [...references].map(([, name = '']) => name);
  expect(names.filter((name) => !Object.hasOwn(schemas, name))).toEqual([]);
  expect(Object.keys(schemas)).toEqual([...schemaParts.keys()]);
});

test('optional fields declare their defaults', () => {
  expect(schemas['Automation']).toMatchObject({
    required: ['url', 'parameters', 'nodes'],
    properties: {
      browser_channel: { default: 'chromium', enum: expect.arrayContaining(['rdp']) },
      post_processing_nodes: { default: [] },
      max_retries: { default: 0, minimum: 0 },
    },
  });
  expect(schemas['InteractionAction']).toMatchObject({
    properties: { max_tries: { default: 10 }, max_timeout_seconds_per_try: { default: 1 } },
  });
});

test('only private nodes require a type', () => {
  const required = Object.entries(schemas)
    .filter(([, schema]) => schema.required?.includes('type'))
    .map(([name]) => name);
  expect(required).toEqual(['PrivateNode', 'InteractionKeyPress']);
});

const replacements = [
  null,
  0,
  1,
  -1,
  1.5,
  12,
  '',
  'a',
  '1',
  'screenshot',
  true,
  [],
  ['a'],
  {},
  { a: 'str' },
];

/** Returns copies of the value, each with one part removed or replaced. */
function changesOf(value: object): object[] {
  return placesIn(value).flatMap((path) => [
    change(value, path, undefined),
    ...replacements.map((replacement) => change(value, path, replacement)),
  ]);
}

function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [
    [...path, key],
    ...placesIn(child, [...path, key]),
  ]);
}

function change(value: object, path: Path, replacement: unknown): object {
  const changed = structuredClone(value);
  const key = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce<object>((at, step) => Reflect.get(at, step), changed);
  if (replacement === undefined) Reflect.deleteProperty(holder, key);
  else Reflect.set(holder, key, replacement);
  // Deleting a list element leaves a hole, which JSON cannot represent.
  return JSON.parse(JSON.stringify(changed));
}

function isAccepted(automation: object): boolean {
  try {
    parseAutomation(automation);
    return true;
  } catch (error) {
    if (error instanceof InvalidAutomationError) return false;
    throw error;
  }
}

function silentPlaces(place: string, schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { description, properties } = { description: '', properties: {}, ...schema };
  const isSilent = !/^[A-Za-z].*\.$/.test(description) && !place.includes('/');
  const fields = Object.entries(properties).flatMap(([name, field]) => [
    ...(/^[A-Za-z].*\.$/.test(descriptionOf(field)) ? [] : [`${place}.${name}`]),
    ...silentPlaces(`${place}/${name}`, field),
  ]);
  return isSilent ? [place, ...fields] : fields;
}

function descriptionOf(schema: unknown): string {
  const { description } = { description: '', ...(typeof schema === 'object' ? schema : {}) };
  return description;
}

test('shows the defaults that depend on the step or the worker, which parsing does not fill in', () => {
  expect(schemas['ActionNode']).toMatchObject({
    properties: { before_sleep_time: { default: 0 }, end_sleep_time: { default: 5 } },
  });
  expect(schemas['ExtractionLlm']).toMatchObject({
    properties: {
      llm_provider: { default: 'gemini' },
      llm_model_name: { default: 'gemini-2.5-flash' },
    },
  });
});

test('writes a point as an array of two items, which every linter supports', () => {
  const items = { anyOf: [{ type: 'integer' }, { type: 'string', pattern: String.raw`\S` }] };
  const point = { type: 'array', items, minItems: 2, maxItems: 2 };
  expect(schemas['InteractionHover']).toMatchObject({
    properties: { coordinates: { anyOf: [point, { type: 'object' }, { type: 'null' }] } },
  });
  expect(JSON.stringify(schemas)).not.toContain('prefixItems');
});
