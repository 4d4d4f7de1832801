import { click, hover, read, scroll } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const reactWindow: Widget = {
  name: 'react-window',
  packages: ['react', 'react-dom', 'react-window'],
  script: `import { useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import { List } from 'react-window';
    function Row({ index, style, say }) { return <div style={style}><button onClick={() => say(String(index))}>Row {index}</button></div>; }
    function App() {
      const [said, say] = useState('');
      return <><List style={{ height: 300, width: 300 }} rowComponent={Row} rowCount={1000} rowHeight={30} rowProps={{ say }} /><output id="said">{said}</output></>;
    }
    createRoot(document.querySelector('#root')).render(<App />);`,
  cases: [
    {
      name: 'scrolls in a virtual list and clicks a row',
      errand: [
        hover('get_by_role("button", name="Row 3", exact=True)'),
        scroll(3_000),
        click('get_by_role("button", name="Row 104", exact=True)'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Row 3', exact: true }).hover();
        await page.mouse.wheel(0, 3_000);
        await page.getByRole('button', { name: 'Row 104', exact: true }).click();
      },
      shows: { read: textOf('#said'), is: '104' },
    },
    {
      name: 'scrolls to the end and reads the last row',
      errand: [
        hover('get_by_role("button", name="Row 3", exact=True)'),
        scroll(-1),
        read('get_by_role("button").last', 'row'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Row 3', exact: true }).hover();
        await page.mouse.wheel(0, 40_000);
        await page.getByRole('button', { name: 'Row 999', exact: true }).waitFor();
        return { row: await page.getByRole('button').last().innerText() };
      },
      output: { row: 'Row 999' },
    },
  ],
};
