import { hover, read, scroll } from '../steps.ts';
import { textsOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const infiniteScroll: Widget = {
  name: 'infinite-scroll',
  packages: ['react', 'react-dom', 'react-infinite-scroll-component'],
  script: `import { useEffect, useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import InfiniteScroll from 'react-infinite-scroll-component';
    function App() {
      const [rows, setRows] = useState([]);
      const load = () => fetch('../api/page?delay=300&number=' + rows.length / 20).then((answer) => answer.json()).then((more) => setRows([...rows, ...more]));
      useEffect(() => void load(), []);
      return <InfiniteScroll dataLength={rows.length} next={load} hasMore={rows.length < 60} loader={<p>Loading...</p>}>
        {rows.map((row) => <div className="row" key={row} style={{ height: 60 }}>{row}</div>)}</InfiniteScroll>;
    }
    createRoot(document.querySelector('#root')).render(<App />);`,
  cases: [
    {
      name: 'scrolls down until a row of the second page is there',
      errand: [
        hover('get_by_text("Row 2", exact=True)'),
        scroll(3_000),
        read('get_by_text("Row 40", exact=True)', 'row'),
      ],
      async playwright(page) {
        await page.getByText('Row 2', { exact: true }).hover();
        await page.mouse.wheel(0, 3_000);
        return { row: await page.getByText('Row 40', { exact: true }).innerText() };
      },
      output: { row: 'Row 40' },
    },
    {
      name: 'scrolls as far as it goes and reads the last row',
      errand: [
        hover('get_by_text("Row 2", exact=True)'),
        scroll(-1),
        read('locator(".row").last', 'row'),
      ],
      async playwright(page) {
        await page.getByText('Row 2', { exact: true }).hover();
        for (const last of ['Row 20', 'Row 40', 'Row 60']) {
          await page.getByText(last, { exact: true }).waitFor();
          await page.mouse.wheel(0, 9_000);
        }
        return { row: await page.locator('.row').last().innerText() };
      },
      shows: { read: `${textsOf('.row')}.length`, is: 60 },
      output: { row: 'Row 60' },
    },
  ],
};
