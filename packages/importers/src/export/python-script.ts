import { helpers } from './python-helpers.ts';

/** Returns the lines around the steps of an exported script. */
export function scriptAround(parts: {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly secrets: readonly string[];
  readonly contextOptions: string;
  readonly lines: readonly string[];
}): string {
  const { inputs, variables, secrets, contextOptions, lines } = parts;
  const values = [
    ...Object.entries({ ...inputs, ...variables }).map(
      ([name, list]) => `    ${JSON.stringify(name)}: ${toPython(list)},`,
    ),
    ...secrets.map(
      (name) =>
        `    ${JSON.stringify(name)}: [os.environ.get(${JSON.stringify(name.toUpperCase())}, "")],`,
    ),
  ];
  return [
    ...imports,
    '# Inputs with their example values, secrets from the environment, and what steps write.',
    'values = {',
    ...values,
    '}',
    ...state,
    '',
    '',
    ...helpers,
    '',
    '',
    'def run(playwright: Playwright) -> None:',
    '    browser = playwright.chromium.launch(headless=False)',
    `    context = browser.new_context(${contextOptions})`,
    ...listeners,
    '    page = context.new_page()',
    ...lines.map((line) => `    ${line}`),
    '    context.close()',
    '    browser.close()',
    '',
    '',
    'with sync_playwright() as playwright:',
    '    run(playwright)',
    '',
  ].join('\n');
}

const state = [
  'loops = {}',
  'positions = {}',
  'totals = {}',
  'current = {}',
  'answers = [lambda dialog: accept(dialog)]',
  'open_requests = {}',
];

const listeners = [
  '    context.on("dialog", lambda dialog: answers[-1](dialog))',
  '    context.on("request", note_request)',
  '    context.on("requestfinished", lambda request: open_requests.pop(request, None))',
  '    context.on("requestfailed", lambda request: open_requests.pop(request, None))',
];

const imports = [
  'import os',
  'import re',
  'import time',
  'from contextlib import contextmanager',
  '',
  'from playwright.sync_api import Error, Playwright, TimeoutError, expect, sync_playwright',
  '',
];

/** Writes a JSON value as a Python literal. */
export function toPython(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${toPython(one)}`,
  );
  return `{${entries.join(', ')}}`;
}
