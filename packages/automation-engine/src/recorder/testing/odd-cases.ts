import { pollUntil } from '@errand/test-kit';
import { see } from './open-person.ts';
import type { PersonCase } from './record-case.ts';

/** Typed into secret fields; must not appear in any recording. */
export const oddSecrets = { login_key: 'Gull-48-Harbour', pin: '739154', token: 'tern77kelp' };

interface OddPlace {
  /** Address of the odd page. */
  readonly url: string;
  /** Address of another page. */
  readonly otherUrl: string;
  /** A file on the person's computer. */
  readonly file: { readonly path: string; readonly name: string };
}

/** What a person does on the odd page, and with the browser itself. */
export function oddCases({ url, otherUrl, file }: OddPlace): readonly PersonCase[] {
  return [
    {
      name: 'types secrets into fields that hide that they are secret',
      url,
      secrets: oddSecrets,
      async act(person, page) {
        await person.click(see(page, '#show'));
        await person.fill(see(page, '#shown'), oddSecrets.login_key);
        await person.fill(see(page, '#pin'), oddSecrets.pin);
        await person.click(see(page, '#eaten'));
        await person.type(oddSecrets.token);
        // Typed before any field has focus.
        await person.clickAt(page, 5, 500);
        await person.type(oddSecrets.token);
        await person.fill(see(page, '#name'), 'Ada');
      },
    },
    {
      name: 'drags by the browser and by the mouse, and moves a slider',
      url,
      async act(person, page) {
        await person.drag(see(page, '#card'), see(page, '#zone'));
        await person.drag(see(page, '#box'), { x: 60, y: 90 });
        await person.drag(see(page, '#knob'), { x: 90, y: 0 });
      },
    },
    {
      name: 'chooses a file, clicks with the middle button, and clicks what appears late',
      url,
      inputFiles: [{ name: file.name, path: file.path }],
      async act(person, page) {
        await person.click(see(page, '#choose'));
        await page.waitForFunction(`said.textContent !== ''`);
        await person.click(see(page, '#attach'));
        await page.waitForFunction(`said.textContent.includes('attached')`);
        await person.click(see(page, '#more'), { button: 'middle' });
        await person.click(see(page, '#more'));
        await person.click(see(page, '#late'));
      },
    },
    {
      name: 'types an address, goes back, and opens, uses and closes a tab',
      url,
      async act(person, page) {
        const pages = () => page.browserContext().pages();
        await person.press('Control', 'l');
        await person.type(otherUrl);
        await person.press('Enter');
        await person.click(see(page, 'h1'));
        await person.press('Alt', 'ArrowLeft');
        await person.fill(see(page, '#name'), 'Ada');
        await person.press('Control', 't');
        await person.type(otherUrl);
        await person.press('Enter');
        const tab = await pollUntil('the tab', async () =>
          (await pages()).find((one) => one !== page && one.url() === otherUrl),
        );
        await person.click(see(tab, 'h1'));
        await person.press('Control', 'w');
        await pollUntil('the tab is closed', async () => (await pages()).length === 1);
        await person.click(see(page, '#more'));
      },
    },
    {
      name: 'leaves a new tab empty, and closes a tab in the background',
      url,
      async act(person, page) {
        await person.press('Control', 't');
        const openTab = async (address: string) => {
          await person.press('Control', 't');
          await person.type(address);
          await person.press('Enter');
          const tab = await pollUntil('the tab', async () =>
            (await page.browserContext().pages()).find((one) => one.url() === address),
          );
          await person.click(see(tab, 'h1'));
          return tab;
        };
        const first = await openTab(otherUrl);
        const second = await openTab(`${otherUrl}?2`);
        await first.close();
        await page.bringToFront();
        await person.click(see(page, '#more'));
        await second.bringToFront();
        await person.click(see(second, 'h1'));
      },
    },
  ];
}
