import { expect, test } from '@jest/globals';
import { importAny } from '../import-any.ts';
import { hideSecrets } from './addresses.ts';

const ADDRESS = 'https://demo:harbor-demo@portal.example/cb?access_token=tok-4711&page=2#otp=99';
const files = {
  'flow.json': JSON.stringify({ steps: [{ type: 'navigate', url: ADDRESS }] }),
  'flow.side': JSON.stringify({ tests: [{ commands: [{ command: 'open', target: ADDRESS }] }] }),
  'flow.spec.ts': `await page.goto('${ADDRESS}');`,
  'flow.py': `page.goto("${ADDRESS}")`,
  'flow.automa.json': JSON.stringify({
    drawflow: { nodes: [{ id: 'n', label: 'new-tab', data: { url: ADDRESS } }], edges: [] },
  }),
};

test.each(Object.entries(files))('keeps no secret of an address in %s', (name, text) => {
  const imported = importAny(text, name);
  const [recording] = imported?.recordings ?? [];
  expect(recording?.automation).toMatchObject({
    url: 'https://portal.example/cb?access_token={access_token[0]}&page=2#otp={otp[0]}',
    parameters: { input_parameters: { access_token: [''], otp: [''] } },
  });
  expect(recording?.report[0]).toMatchObject({
    outcome: 'approximated',
    why: expect.stringMatching(/user name and the password .* access_token, otp is left out/),
  });
  expect(JSON.stringify(imported)).not.toMatch(/harbor-demo|tok-4711|99/);
});

test('keeps what only looks like a secret', () => {
  const address = 'https://portal.example/orders?keyword=a%20b&state=open&ref=me@portal.example';
  const [recording] = importAny(`page.goto("${address}")`, 'flow.py')?.recordings ?? [];
  expect(recording).toMatchObject({
    automation: { url: address },
    report: [{ outcome: 'mapped' }],
  });
});

test('hides secrets of addresses in any text', () => {
  expect(hideSecrets('goto("https://u:p@a.example/?x=1&token=abc")')).toBe(
    'goto("https://…@a.example/?x=1&token=…")',
  );
});

test('hides what a function that signs in is given', () => {
  const text = `await portal.login('ann@harbor.example', "har\\"bor", { again: true });
    await signInAs(\`x-1\`); await page.getByRole('button', { name: 'Log in' }).click();`;
  expect(hideSecrets(text)).toBe(
    `await portal.login('…', "…", { again: true });
    await signInAs(\`…\`); await page.getByRole('button', { name: 'Log in' }).click();`,
  );
  const [recording] =
    importAny(
      `await page.goto('https://portal.example/');\nawait portal.login('ann', 'harbor-demo');`,
      'flow.spec.ts',
    )?.recordings ?? [];
  expect(recording?.report.at(-1)).toMatchObject({ outcome: 'skipped' });
  expect(JSON.stringify(recording)).not.toContain('harbor-demo');
});
