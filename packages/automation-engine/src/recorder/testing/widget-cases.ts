import type { Page } from 'puppeteer';
import { type Person, see } from './open-person.ts';

type Act = (person: Person, page: Page) => Promise<void>;

/** What a person does, what is recorded, and what the page finally shows, also in the replay. */
export const widgetCases: readonly [name: string, kinds: string, said: string, act: Act][] = [
  [
    'clicks in a menu that shows while the pointer is over it',
    'click',
    'pasted;',
    async (someone, page) => {
      await someone.hover(see(page, '#menu'));
      await someone.click(see(page, '#paste'));
    },
  ],
  [
    'types tags that leave the field, and removes one',
    'fill keys fill',
    'tag tall,; tag wide,; untagged; tag x,;',
    async (someone, page) => {
      await someone.click(see(page, '#tags'));
      await someone.type('tall,wide,');
      await someone.press('Backspace');
      await someone.type('x,');
    },
  ],
  [
    'makes the text of an editor bold',
    'click keys click',
    'bold Old text;',
    async (someone, page) => {
      await someone.click(see(page, '#editor'));
      await someone.press('Control', 'a');
      await someone.click(see(page, '#bold'));
    },
  ],
  [
    'types where no field is',
    'click letters keys',
    'key g; key o; key Enter;',
    async (someone, page) => {
      await someone.click(see(page, '#grid'));
      await someone.type('go');
      await someone.press('Enter');
    },
  ],
  [
    'ends a text of several lines by the Enter key that the page takes',
    'fill',
    'noted Leave it;',
    async (someone, page) => {
      await someone.fill(see(page, '#note'), 'Leave it');
      await someone.press('Enter');
    },
  ],
  [
    'unfolds a branch without selecting it',
    'click',
    'unfolded;',
    (someone, page) => someone.click(see(page, '#twisty')),
  ],
  [
    'clicks twice on what changes its name',
    'click',
    'sorted; sorted;',
    (someone, page) => someone.click(see(page, 'section button'), { isDouble: true }),
  ],
  [
    'enters texts one after another into fields that become empty',
    'fill fill fill fill fill fill fill',
    'item milk; item bread; item salt; line oil; line rice; chat hello; chat again;',
    async (someone, page) => {
      const entries = {
        '#item': ['milk', 'bread', 'salt'],
        '#line': ['oil', 'rice'],
        '#chat': ['hello', 'again'],
      };
      for (const [selector, texts] of Object.entries(entries)) {
        await someone.click(see(page, selector));
        for (const text of texts) {
          await someone.type(text);
          await someone.press('Enter');
        }
      }
    },
  ],
  [
    'fills a field twice although its name changes in between',
    'fill click fill',
    'Amount of INV-1 is 5; Amount of INV-21 is 7;',
    async (someone, page) => {
      await someone.click(see(page, '.amount'));
      await someone.type('5');
      await someone.click(see(page, '#next'));
      await someone.click(see(page, '.amount'));
      await someone.type('7');
    },
  ],
  [
    'holds Shift in a shortcut, and chooses an option whose label is the value of another one',
    'click keys select',
    'shift k; hours 1;',
    async (someone, page) => {
      await someone.click(see(page, '#list'));
      await someone.press('Control', 'Shift', 'K');
      await someone.click(see(page, '#hours'));
      await someone.press('ArrowDown');
      await someone.press('Enter');
    },
  ],
  [
    'clicks in a frame that disappears at once',
    'click',
    'agreed;',
    async (someone, page) => {
      const frame = await page.waitForFrame((one) => one.parentFrame() !== null);
      await someone.hover(see(frame, 'button'));
      await someone.click(see(frame, 'button'));
    },
  ],
];
