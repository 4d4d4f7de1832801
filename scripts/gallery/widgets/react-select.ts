import { click, fill, press, read } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const reactSelect: Widget = {
  name: 'react-select',
  packages: ['react', 'react-dom', 'react-select'],
  script: `import { useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import Select from 'react-select';
    import AsyncSelect from 'react-select/async';
    const options = ['Austria', 'Georgia', 'Germany', 'South Georgia'].map((name) => ({ value: name, label: name }));
    const load = (text) => fetch('../api/countries?delay=500&q=' + text).then((answer) => answer.json()).then((names) => names.map((name) => ({ value: name, label: name })));
    function App() {
      const [said, say] = useState('');
      return <div style={{ width: 300 }}>
        <Select aria-label="Country" options={options} isClearable onChange={(option) => say(option?.label ?? 'nothing')} />
        <Select aria-label="Countries" options={options} isMulti onChange={(chosen) => say(chosen.map(({ label }) => label).join())} />
        <AsyncSelect aria-label="Remote" loadOptions={load} onChange={(option) => say(option.label)} />
        <output id="said">{said}</output></div>;
    }
    createRoot(document.querySelector('#root')).render(<App />);`,
  cases: [
    {
      name: 'searches for an option and clicks it',
      errand: [
        fill('get_by_role("combobox", name="Country")', 'geo'),
        click('get_by_role("option", name="Georgia", exact=True)'),
        read('locator("#said")', 'said'),
      ],
      async playwright(page) {
        await page.getByRole('combobox', { name: 'Country' }).fill('geo');
        await page.getByRole('option', { name: 'Georgia', exact: true }).click();
        return { said: await page.locator('#said').innerText() };
      },
      output: { said: 'Georgia' },
    },
    {
      name: 'chooses two and removes the first',
      errand: [
        click('get_by_role("combobox", name="Countries")'),
        click('get_by_role("option", name="Austria")'),
        click('get_by_role("combobox", name="Countries")'),
        click('get_by_role("option", name="Germany")'),
        click('get_by_role("button", name="Remove Austria")'),
      ],
      async playwright(page) {
        await page.getByRole('combobox', { name: 'Countries' }).click();
        await page.getByRole('option', { name: 'Austria' }).click();
        await page.getByRole('combobox', { name: 'Countries' }).click();
        await page.getByRole('option', { name: 'Germany' }).click();
        await page.getByRole('button', { name: 'Remove Austria' }).click();
      },
      shows: { read: textOf('#said'), is: 'Germany' },
    },
    {
      name: 'accepts with Enter what a server found',
      errand: [fill('get_by_role("combobox", name="Remote")', 'icel'), press('enter')],
      async playwright(page) {
        await page.getByRole('combobox', { name: 'Remote' }).fill('icel');
        await page.getByRole('option', { name: 'Iceland' }).waitFor();
        await page.keyboard.press('Enter');
      },
      shows: { read: textOf('#said'), is: 'Iceland' },
    },
  ],
};
