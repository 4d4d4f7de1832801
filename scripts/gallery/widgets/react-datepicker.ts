import { click, fill, press } from '../steps.ts';
import { valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const reactDatepicker: Widget = {
  name: 'react-datepicker',
  packages: ['react', 'react-dom', 'react-datepicker'],
  script: `import { useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import DatePicker from 'react-datepicker';
    import 'react-datepicker/dist/react-datepicker.css';
    function App() {
      const [date, setDate] = useState(new Date(2026, 2, 10));
      return <label>Date <DatePicker id="date" selected={date} onChange={setDate} dateFormat="yyyy-MM-dd" /></label>;
    }
    createRoot(document.querySelector('#root')).render(<App />);`,
  cases: [
    {
      name: 'picks a day of the next month',
      errand: [
        click('locator("#date")'),
        click('get_by_role("button", name="Next Month")'),
        click('locator(".react-datepicker__day--017")'),
      ],
      async playwright(page) {
        await page.locator('#date').click();
        await page.getByRole('button', { name: 'Next Month' }).click();
        await page.locator('.react-datepicker__day--017').click();
      },
      shows: { read: valueOf('#date'), is: '2026-04-17' },
    },
    {
      name: 'fills in a day and confirms it',
      errand: [fill('locator("#date")', '2026-12-24'), press('enter')],
      async playwright(page) {
        await page.locator('#date').fill('2026-12-24');
        await page.keyboard.press('Enter');
      },
      shows: { read: valueOf('#date'), is: '2026-12-24' },
    },
  ],
};
