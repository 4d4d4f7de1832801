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
    'loops = {}',
    'positions = {}',
    'totals = {}',
    'current = {}',
    'answers = [lambda dialog: accept(dialog)]',
    '',
    '',
    ...helpers,
    '',
    '',
    'def run(playwright: Playwright) -> None:',
    '    browser = playwright.chromium.launch(headless=False)',
    `    context = browser.new_context(${contextOptions})`,
    '    context.on("dialog", lambda dialog: answers[-1](dialog))',
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

const imports = [
  'import os',
  'import re',
  'from contextlib import contextmanager',
  '',
  'from playwright.sync_api import Playwright, TimeoutError, expect, sync_playwright',
  '',
];

const helpers = String.raw`def value_of(placeholder):
    position = re.fullmatch(r"\{\s*index_of\(\s*(\w+)\s*\)\s*\}", placeholder)
    if position:
        return positions[position[1]]
    name, path = re.fullmatch(r"\{\s*(\w+)(.*?)\s*\}", placeholder).groups()
    if not path:
        return loops[name]
    found = values[name]
    for index, key in re.findall(r"\[\s*(-?\w+)\s*\]|\.([\w-]+)", path):
        if key:
            found = found[key]
        else:
            found = found[loops[index] if index in loops else int(index)]
    return found


def bind(text):
    path = r"(?:\[\s*-?\w+\s*\]|\.[\w-]+)*"
    placeholder = r"\{\s*(?:index_of\(\s*\w+\s*\)|([A-Za-z_]\w*)(" + path + r"))\s*\}"

    def value(match):
        name, has_path = match[1], bool(match[2])
        is_text = name and not has_path and name not in loops
        return match[0] if is_text else str(value_of(match[0]))

    return re.sub(placeholder, value, text)


def is_met(check):
    try:
        check()
        return True
    except AssertionError:
        return False


def count_of(locator, timeout):
    if timeout > 0:
        try:
            locator.first.wait_for(state="attached", timeout=timeout)
        except TimeoutError:
            return 0
    count, steady = locator.count(), 0
    if count == 0:
        return 0
    for _ in range(120):
        if steady == 4:
            break
        locator.page.wait_for_timeout(250)
        before, count = count, locator.count()
        steady = steady + 1 if count == before else 0
    return count


def accept(dialog, text=None):
    dialog.accept(dialog.default_value if text is None else text)


@contextmanager
def answering(answer):
    answers.append(answer)
    try:
        yield
    finally:
        answers.pop()`.split('\n');

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
