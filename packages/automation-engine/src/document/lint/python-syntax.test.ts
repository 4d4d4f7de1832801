import { expect, test } from '@jest/globals';
import { cpuMsSince, messagesOf, warningsOf, withNodes } from '../../test/lint-cases.ts';

test('reports scripts that are not valid Python', () => {
  const scripts = [
    'async def code_fn(page):\n    x = {n[0]}\n    await page.click(f"#{x}")\n',
    'async def code_fn(page):\n    x = (1\n    return x',
    'const f = async (page) => page.click("a"); // code_fn',
    'print("hello")',
  ];
  const nodes = scripts.map((code) => ({ python_script_action: { execution_code: code } }));
  expect(messagesOf(withNodes(nodes))).toEqual([
    'Line 3 does not look like Python: return x. Invalid Python fails when the script runs.',
    'Line 1 does not look like Python: const f = async (page) => page.click("a"); // code_fn. Invalid Python fails when the script runs.',
    'The script defines no code_fn, the function that is run: write async def code_fn(...).',
  ]);
  const wrong = withNodes([{ python_script_action: { execution_code: 'x = = code_fn' } }]);
  expect(warningsOf(wrong)).toEqual(['python-syntax nodes.0.python_script_action.execution_code']);
});

test('names a word of Python among the placeholders of a script, and the place of an error', () => {
  const long = 'x'.repeat(90);
  const scripts = [
    'async def code_fn(page):\n    return {"ref": {n[0]}, "class": {class[0]}}',
    'async def code_fn(page):\n    return "{class[0]}"',
    `async def code_fn(page):\n    ${long} = = 1`,
  ];
  const nodes = scripts.map((code) => ({ python_script_action: { execution_code: code } }));
  expect(messagesOf(withNodes(nodes))).toEqual([
    'Line 2 has the placeholder {class[0]}, which scripts cannot have: "class" is a word of Python. Give the variable another name.',
    expect.stringMatching(/^Line 2 does not look like Python: \.\.\. x+ = = 1\. /),
  ]);
});

test('stays fast on adversarial scripts', () => {
  const slow = [')', '**', 'a b ', '(', '= ', 'if x:\n '].map((unit) => ({
    python_script_action: { execution_code: `${unit.repeat(8000)}code_fn`.slice(0, 50_000) },
  }));
  const before = process.cpuUsage();
  expect(warningsOf(withNodes(slow))).not.toEqual([]);
  expect(cpuMsSince(before)).toBeLessThan(2000);
});
