import { click, hover, press, read } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const radix: Widget = {
  name: 'radix',
  packages: ['react', 'react-dom', 'radix-ui'],
  script: `import { useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import { Dialog, DropdownMenu, Select, Slider, Tabs, Tooltip } from 'radix-ui';
    function App() {
      const [said, say] = useState('');
      return <div style={{ padding: 20 }}>
        <DropdownMenu.Root><DropdownMenu.Trigger>Menu</DropdownMenu.Trigger><DropdownMenu.Portal><DropdownMenu.Content><DropdownMenu.Item onSelect={() => say('copy')}>Copy</DropdownMenu.Item>
          <DropdownMenu.Sub><DropdownMenu.SubTrigger>More</DropdownMenu.SubTrigger><DropdownMenu.SubContent><DropdownMenu.Item onSelect={() => say('paste')}>Paste</DropdownMenu.Item></DropdownMenu.SubContent></DropdownMenu.Sub></DropdownMenu.Content></DropdownMenu.Portal></DropdownMenu.Root>
        <Dialog.Root><Dialog.Trigger>Open</Dialog.Trigger><Dialog.Portal><Dialog.Overlay style={{ position: 'fixed', inset: 0, background: '#0006' }} /><Dialog.Content aria-describedby={undefined} style={{ position: 'fixed', top: 100, left: 100, background: 'white' }}><Dialog.Title>Sure?</Dialog.Title><Dialog.Close onClick={() => say('yes')}>Yes</Dialog.Close></Dialog.Content></Dialog.Portal></Dialog.Root>
        <Select.Root onValueChange={say}><Select.Trigger aria-label="Size"><Select.Value placeholder="Choose" /></Select.Trigger><Select.Portal><Select.Content><Select.Viewport><Select.Item value="s"><Select.ItemText>Small</Select.ItemText></Select.Item><Select.Item value="l"><Select.ItemText>Large</Select.ItemText></Select.Item></Select.Viewport></Select.Content></Select.Portal></Select.Root>
        <Tabs.Root defaultValue="one"><Tabs.List><Tabs.Trigger value="one">One</Tabs.Trigger><Tabs.Trigger value="two">Two</Tabs.Trigger></Tabs.List><Tabs.Content value="one">First</Tabs.Content><Tabs.Content value="two">Second</Tabs.Content></Tabs.Root>
        <Slider.Root defaultValue={[30]} onValueCommit={([value]) => say(String(value))} style={{ display: 'flex', width: 200, height: 20, position: 'relative' }}><Slider.Track style={{ background: '#ccc', flex: 1 }} /><Slider.Thumb aria-label="Volume" style={{ display: 'block', width: 20, height: 20, background: 'teal' }} /></Slider.Root>
        <Tooltip.Provider delayDuration={400}><Tooltip.Root><Tooltip.Trigger>Tip</Tooltip.Trigger><Tooltip.Portal><Tooltip.Content>Costs nothing</Tooltip.Content></Tooltip.Portal></Tooltip.Root></Tooltip.Provider>
        <output id="said">{said}</output></div>;
    }
    createRoot(document.querySelector('#root')).render(<App />);`,
  cases: [
    {
      name: 'reaches an entry of a submenu',
      errand: [
        click('get_by_role("button", name="Menu")'),
        hover('get_by_role("menuitem", name="More")'),
        click('get_by_role("menuitem", name="Paste")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('menuitem', { name: 'More' }).hover();
        await page.getByRole('menuitem', { name: 'Paste' }).click();
      },
      shows: { read: textOf('#said'), is: 'paste' },
    },
    {
      name: 'confirms in a dialog',
      errand: [
        click('get_by_role("button", name="Open")'),
        click('get_by_role("button", name="Yes")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Open' }).click();
        await page.getByRole('button', { name: 'Yes' }).click();
      },
      shows: { read: textOf('#said'), is: 'yes' },
    },
    {
      name: 'chooses in a select',
      errand: [
        click('get_by_role("combobox", name="Size")'),
        click('get_by_role("option", name="Large")'),
      ],
      async playwright(page) {
        await page.getByRole('combobox', { name: 'Size' }).click();
        await page.getByRole('option', { name: 'Large' }).click();
      },
      shows: { read: textOf('#said'), is: 'l' },
    },
    {
      name: 'goes to a tab and reads it',
      errand: [click('get_by_role("tab", name="Two")'), read('get_by_role("tabpanel")', 'panel')],
      async playwright(page) {
        await page.getByRole('tab', { name: 'Two' }).click();
        return { panel: await page.getByRole('tabpanel').innerText() };
      },
      output: { panel: 'Second' },
    },
    {
      name: 'moves a slider with the keyboard',
      errand: [press('right', 'get_by_role("slider", name="Volume")'), press('pageup')],
      async playwright(page) {
        await page.getByRole('slider', { name: 'Volume' }).press('ArrowRight');
        await page.keyboard.press('PageUp');
      },
      shows: { read: textOf('#said'), is: '41' },
    },
    {
      name: 'reads a tooltip',
      errand: [hover('get_by_role("button", name="Tip")'), read('get_by_role("tooltip")', 'tip')],
      async playwright(page) {
        await page.getByRole('button', { name: 'Tip' }).hover();
        return { tip: await page.getByRole('tooltip').innerText() };
      },
      output: { tip: 'Costs nothing' },
    },
  ],
};
