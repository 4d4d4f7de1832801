import { expect, test } from '@jest/globals';
import { see } from './testing/open-person.ts';
import { recordCase } from './testing/record-case.ts';
import { usePerson } from './testing/use-person.ts';

const boxes = (first: string, others: string) => `<!doctype html><title>Code</title><form>
  ${[first, others, others, others].map((kind) => `<input autocomplete=${kind} maxlength=1>`).join('')}
  <button type=button>Check</button></form><p id=said></p><script>
  const fields = [...document.querySelectorAll('input')];
  for (const [index, field] of fields.entries()) field.oninput = () => {
    if (field.value !== '') fields[index + 1]?.focus(); };
  document.querySelector('button').onclick = () => { said.textContent = fields.map(({ value }) => value).join('') === '4711'; };
  </script>`;

const stage = usePerson({
  '/all': boxes('one-time-code', 'one-time-code'),
  '/first': boxes('one-time-code', 'off'),
});

test.each([
  ['/all', 'that move on by themselves'],
  ['/first', 'that move on by themselves'],
  ['/all', 'clicked one by one'],
])('a one-time code in several boxes is one secret: %s, %s', async (path, how) => {
  const recording = await recordCase(
    {
      name: path,
      url: stage().site + path,
      secrets: { code: '4711' },
      async act(someone, page, recorder) {
        await someone.click(see(page, 'input'));
        for (const [index, digit] of ['4', '7', '1', '1'].entries()) {
          if (how === 'clicked one by one') {
            await someone.click(see(page, `input:nth-of-type(${index + 1})`));
          }
          await someone.type(digit);
        }
        await someone.click(see(page, 'button'));
        await recorder.pointAt('assert');
        await someone.click(see(page, '#said'));
      },
    },
    stage(),
  );
  const { nodes, faults } = recording.report;
  expect(nodes.map(({ kind, reason, outcome }) => `${kind} ${reason ?? outcome}`)).toEqual([
    'secret passed',
    'click passed',
    'assert passed',
  ]);
  expect(JSON.stringify(recording.automation)).toContain('"expected":"true"');
  expect(recording.inputs).toEqual({});
  expect(recording.secure_parameters).toEqual({ code: [] });
  expect(faults).toEqual([
    expect.stringMatching(/^Step 1 \(secret\): a one-time code was typed, .*two_fa_action/),
  ]);
});
