import { expect, test } from '@jest/globals';
import { see } from './testing/open-person.ts';
import { type PersonCase, recordCase } from './testing/record-case.ts';
import { usePerson } from './testing/use-person.ts';

/** Longer than a step waits for its element. */
const LATE_MS = 6500;

const late = `<!doctype html><title>Late</title><button id=a>Search</button><p id=said style="height: 20px"></p><script>
  const say = (text) => { said.textContent += text + '; '; };
  a.onclick = () => setTimeout(() => {
    const results = document.createElement('form');
    results.innerHTML = '<label>Name <input id=name></label><button type=button id=b>Book</button>';
    document.body.append(results);
    document.querySelector('#b').onclick = () => say('booked');
    document.querySelector('#name').onchange = ({ target }) => say(target.value);
    document.querySelector('#b').focus();
  }, ${LATE_MS});</script>`;

const stage = usePerson({ '/late': late });

const cases: Readonly<Record<string, [kinds: string, said: string, act: PersonCase['act']]>> = {
  'clicks it': [
    'click_element wait_for click_element',
    'booked; ',
    async (someone, page) => someone.click(see(page, '#b')),
  ],
  'presses a key on it': [
    'click_element wait_for key_press',
    'booked; ',
    async (someone, page) => {
      await see(page, '#b').find();
      await someone.press('Enter');
    },
  ],
  'types into a field, then clicks next to it': [
    'click_element wait_for input_text click_element',
    'Ada; booked; ',
    async (someone, page) => {
      await someone.fill(see(page, '#name'), 'Ada');
      await someone.click(see(page, '#b'));
    },
  ],
};

test.each(Object.keys(cases))(
  'an automation waits for what appeared late if a person %s',
  async (name) => {
    const [kinds = '', said, act] = cases[name] ?? [];
    let shown: unknown;
    const recording = await recordCase(
      {
        name,
        url: `${stage().site}/late`,
        async act(someone, page, recorder) {
          await someone.click(see(page, '#a'));
          await act?.(someone, page, recorder);
          shown = await page.evaluate(`said.textContent`);
        },
      },
      stage(),
    );
    expect(shown).toBe(said);
    const nodes = recording.automation['nodes'] as readonly Record<string, object>[];
    const acts = nodes.map((node) => Object.keys(Object.values(node).at(-1) ?? {}));
    expect(acts.join(' ')).toBe(kinds);
    expect(JSON.stringify(nodes)).toMatch(/"assertion":"to_be_visible","timeout":2\d/);
    expect(recording.report.nodes.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  },
  60_000,
);
