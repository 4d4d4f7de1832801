import { expect, test } from '@jest/globals';
import { createScriptSandbox } from './create-script-sandbox.ts';
import { runScript } from './testing/run-script.ts';

const sandbox = createScriptSandbox();
const returning = (expression: string) => `async def code_fn(page):\n    return ${expression}`;

test('runs code_fn with imports and functions of the module', async () => {
  const source =
    'import re\nlimit = 2\ndef twice(x):\n    return x * limit\nasync def code_fn(page):\n    return {"n": twice(4), "t": re.sub("a", "b", "aa")}';
  expect((await runScript(sandbox, source)).value).toEqual({ n: 8, t: 'bb' });
});

test('passes arguments by name, and otherwise in the order of the contract', async () => {
  const gives = ['axtree', 'browser'] as const;
  const told = await runScript(
    sandbox,
    'async def code_fn(tree, b, ctx, page=None, extra=1):\n    return [tree, type(b).__name__, type(ctx).__name__, type(page).__name__, extra]',
    { gives, axtree: '[1]<button />' },
  );
  expect(told.value).toEqual(['[1]<button />', 'Browser', 'ScriptContext', 'Page', 1]);
});

test('keeps ctx.state, even of a failing script', async () => {
  const source = 'async def code_fn(page, ctx):\n    ctx.state["n"] += 1\n    raise KeyError("x")';
  const told = await runScript(sandbox, source, { state: { n: 1 } });
  expect(told.state).toEqual({ n: 2 });
});

test.each([
  [
    'async def code_fn(page):\n    x = 1\n    return x / 0',
    /line 3 \(return x \/ 0\): ZeroDivisionError/,
  ],
  [
    'def f():\n    raise ValueError("no")\nasync def code_fn(page):\n    f()',
    /line 2 .*ValueError: no/,
  ],
  ['async def code_fn(page)\n    pass', /line 1 .*SyntaxError: expected ':'/],
  ['import nothing_here\nasync def code_fn(page): pass', /line 1 .*No module named 'nothing_here'/],
  ['x = 1', /defines no code_fn: write async def code_fn\(page\)/],
  ['def code_fn(page): pass', /not an async function/],
  ['async def code_fn(page, other): pass', /has the parameter 'other'/],
  [returning('{"a": {1, 2}}'), /The result\['a'\] is of type set/],
  [returning('{1: 2}'), /key 1: keys must be strings/],
  [returning('[float("nan")]'), /The result\[0\] is nan/],
  ['import sys\nasync def code_fn(page):\n    sys.exit(4)', /line 3 .*SystemExit: 4/],
  [returning('page.locator(5.5)'), /TypeError: A locator takes texts/],
  [returning('page.goto_url'), /Page has no 'goto_url'.* goto, hover/],
  [returning('await page.click("a", position={})'), /unexpected keyword argument 'position'/],
  ['from playwright.async_api import sync_playwright\n', /has no 'sync_playwright'/],
])('explains what is wrong with %j', async (source, message) => {
  const { error } = await runScript(sandbox, source);
  expect(error).toMatchObject({ code: 'script_error', message: expect.stringMatching(message) });
});

test('raises worker errors as Playwright exceptions', async () => {
  const source = `
from playwright.async_api import Error, TimeoutError as Late
async def code_fn(page):
    caught = []
    for selector in ("late", "wrong"):
        try:
            await page.locator(selector).click()
        except Late as error:
            caught.append(["late", error.message])
        except Error as error:
            caught.append(["wrong", str(error)])
    return caught`;
  const told = await runScript(sandbox, source, {
    call(method, params) {
      if (method !== 'locator.click') return Promise.resolve('p1');
      const isLate = JSON.stringify(params).includes('late');
      const error = new Error(isLate ? 'not there' : 'no');
      return Promise.reject(Object.assign(error, isLate ? { code: 'locator_not_found' } : {}));
    },
  });
  expect(told.value).toEqual([
    ['late', 'not there'],
    ['wrong', 'no'],
  ]);
});

test('prints lines, the start of long output and the trace of an error', async () => {
  const source = `
import sys
async def code_fn(page):
    print("one")
    print("two", file=sys.stderr)
    print("x" * 100_000)
    print("never seen")
    raise ValueError("no")`;
  const { lines } = await runScript(sandbox, source);
  expect(lines).toEqual(expect.arrayContaining(['one', 'two']));
  expect(lines.join('\n')).not.toContain('never seen');
  expect(lines.join('\n')).toContain('(what was printed beyond 65536 bytes is left out)');
  expect(lines.at(-1)).toMatch(/line 8, in code_fn\n {4}raise ValueError/);
});

test.each([
  ['"{name[0]} {name[1]}"', `a'"{n[0]} {name[1]}`],
  ['{n[0]} + 1', 8],
  ['f"{name[0]}!"', `a'"{n[0]}!`],
  ['f"{{name[0]}}"', '{name[0]}'],
  ['[{items[index]}, {flag[0]}]', ['third', true]],
  ['name[0]', `a'"{n[0]}`],
  ['list({"name[0]"})', ['name[0]']],
  ['{"a": "{n[0]}"}', { a: '7' }],
  ['str(len(list("ab")))', '2'],
])('binds placeholders as values: %j', async (expression, expected) => {
  const told = await runScript(sandbox, returning(expression), {
    placeholders: [
      { source: '{name[0]}', value: `a'"{n[0]}` },
      { source: '{n[0]}', value: 7 },
      { source: '{items[index]}', value: 'third' },
      { source: '{flag[0]}', value: true },
    ],
    inputParameters: { name: [`a'"{n[0]}`], list: ['hides nothing'] },
  });
  expect(told.value).toEqual(expected);
});

test.each([
  [
    'async def code_fn(page):\n    n = [1]\n    return len({n[0]})',
    /line 3 .*may be the placeholder or a set with the variable 'n'/,
  ],
  [returning('"{n[0]}".format(n=[1])'), /line 2 .*one of \.format\(\)/],
  [returning('"{gone[0]}"'), /line 2 .*\{gone\[0\]\} has no value/],
  [returning('{class[0]}'), /line 2 .*the placeholder \{class\[0\]\}, because 'class' is a word/],
])('refuses ambiguous placeholders: %j', async (source, message) => {
  const { error } = await runScript(sandbox, source, {
    placeholders: [
      { source: '{n[0]}', value: 7 },
      { source: '{gone[0]}' },
      { source: '{class[0]}', value: 'c3' },
    ],
  });
  expect(error?.message).toMatch(message);
});

test('names the variables that there are when a script reads another', async () => {
  const source = 'async def code_fn(page, ctx):\n    return ctx.variables["loans"]';
  const { error } = await runScript(sandbox, source, { variables: { node22_output: [1], a: [2] } });
  expect(error?.message).toBe(
    'The script failed at line 2 (return ctx.variables["loans"]): UnknownName: ctx.variables has no \'loans\'. Its names: a, node22_output.',
  );
});

test('ends a script after its own timeout', async () => {
  const source = 'import time\nasync def code_fn(page):\n    time.sleep(60)';
  await expect(runScript(sandbox, source, { timeoutSeconds: 0.5 })).rejects.toMatchObject({
    code: 'script_timeout',
    message: 'The script ran longer than timeout_seconds = 0.5 s and was stopped.',
  });
});

test('sends files in pieces and reads pieces of files', async () => {
  const source = `
async def code_fn(page, ctx):
    with open("/tmp/x.bin", "wb") as file: file.write(bytes(5 << 20))
    path = await ctx.save_download("x.bin", path="/tmp/x.bin", metadata={"a": 1})
    with open(ctx.downloads_dir + "/old.txt") as file:
        return [path, file.read()]`;
  const told = await runScript(sandbox, source, {
    call(method) {
      const answers: Record<string, unknown> = {
        'files.begin': 3,
        'files.save': 'x_2.bin',
        'files.list': [{ name: 'old.txt', size: 3 }],
        'files.read': { content: Buffer.from('old').toString('base64'), is_end: true },
      };
      return Promise.resolve((answers[method] ?? 'p1') as string);
    },
  });
  expect(told.value).toEqual(['/tmp/downloads/x_2.bin', 'old']);
  const appended = told.calls.filter(({ method }) => method === 'files.append');
  expect(appended).toHaveLength(3);
});

test('treats names that every object inherits like any other name', async () => {
  const told = await runScript(
    sandbox,
    'async def code_fn(page, ctx):\n    ctx.state["__proto__"] = {"polluted": 1}\n    return {"__proto__": {"polluted": 1}}',
  );
  expect([told.value, told.state].map((value) => Object.keys(value ?? {}))).toEqual([
    ['__proto__'],
    ['__proto__'],
  ]);
  expect('polluted' in {}).toBe(false);
});

test('runs sixteen calls concurrently, and none after the end', async () => {
  const call = '{"id": 1, "method": "page.slow", "params": {}}';
  const source = `
import json, os, time
def frame(value):
    text = json.dumps(value).encode()
    return len(text).to_bytes(4, "big") + text
async def code_fn(page):
    many = frame(${call}) * 100
    ending = frame({"result": "early", "state": {}})
    last = frame({"id": 2, "method": "page.late", "params": {}})
    os.write(3, many + ending + last)
    time.sleep(60)`;
  let running = 0;
  let most = 0;
  const told = await runScript(sandbox, source, {
    async call(method) {
      if (method !== 'page.slow') return 'p1';
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return null;
    },
  });
  expect(told.value).toBe('early');
  expect(most).toBeLessThanOrEqual(16);
  expect(told.calls.map(({ method }) => method)).not.toContain('page.late');
});

test('refuses to run without a sandbox unless configured to', async () => {
  await using directory = await withoutBubblewrap();
  const closed = createScriptSandbox({ path: directory.path });
  await expect(runScript(closed, returning('1'))).rejects.toMatchObject({
    code: 'script_sandbox_unavailable',
    retry: 'never',
  });
  const open = createScriptSandbox({ path: directory.path, isUnsandboxedAllowed: true });
  expect((await runScript(open, returning('{"n": 1}'))).value).toEqual({ n: 1 });
});

/** Creates a folder of programs that lacks bwrap. */
async function withoutBubblewrap() {
  const { mkdtemp, rm, symlink } = await import('node:fs/promises');
  const path = await mkdtemp('/tmp/errand-programs-');
  for (const name of ['setpriv', 'prlimit']) await symlink(`/usr/bin/${name}`, `${path}/${name}`);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
