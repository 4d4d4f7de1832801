/** The lines around the steps of an exported script. */
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
    'import os',
    'import re',
    '',
    'from playwright.sync_api import Playwright, expect, sync_playwright',
    '',
    '# Inputs with their example values, secrets from the environment, and what steps write.',
    'values = {',
    ...values,
    '}',
    'loops = {}',
    'current = {}',
    '',
    '',
    ...helpers,
    '',
    '',
    'def run(playwright: Playwright) -> None:',
    '    browser = playwright.chromium.launch(headless=False)',
    `    context = browser.new_context(${contextOptions})`,
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

const helpers = String.raw`def value_of(placeholder):
    name, path = re.fullmatch(r"\{\s*(\w+)(.*?)\s*\}", placeholder).groups()
    found = values[name]
    for index, key in re.findall(r"\[\s*(-?\w+)\s*\]|\.([\w-]+)", path):
        if key:
            found = found[key]
        else:
            found = found[loops[index] if index in loops else int(index)]
    return found


def bind(text):
    placeholder = r"\{\s*\w+(?:\[\s*-?\w+\s*\]|\.[\w-]+)+\s*\}"
    return re.sub(placeholder, lambda match: str(value_of(match[0])), text)


def is_met(check):
    try:
        check()
        return True
    except AssertionError:
        return False`.split('\n');

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
