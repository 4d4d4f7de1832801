import { click, read } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const fullcalendar: Widget = {
  name: 'fullcalendar',
  packages: ['fullcalendar'],
  html: `<div id="calendar" style="max-width: 900px"></div><output id="said"></output>`,
  script: `import * as everything from 'fullcalendar/all';
    import 'fullcalendar/skeleton.css';
    const { Calendar, plugins } = everything;
    const say = (text) => { document.querySelector('#said').textContent = text; };
    new Calendar(document.querySelector('#calendar'), { ...(plugins && { plugins }), initialDate: '2026-03-10', height: 550,
      headerToolbar: { left: 'prev,next', center: 'title', right: 'dayGridMonth,listWeek' },
      events: (range, done) => setTimeout(() => done([{ title: 'Dentist', start: '2026-03-12' }, { title: 'Party', start: '2026-04-04' }]), 300),
      dateClick: ({ dateStr }) => say(dateStr), eventClick: ({ event }) => say(event.title) }).render();`,
  cases: [
    {
      name: 'clicks an appointment that is loaded late',
      errand: [click('get_by_text("Dentist")')],
      playwright: (page) => page.getByText('Dentist').click(),
      shows: { read: textOf('#said'), is: 'Dentist' },
    },
    {
      name: 'goes to the next month and reads its appointment',
      errand: [click('get_by_role("button", name="Next")'), read('get_by_text("Party")', 'party')],
      async playwright(page) {
        await page.getByRole('button', { name: 'Next' }).click();
        return { party: await page.getByText('Party').innerText() };
      },
      output: { party: 'Party' },
    },
    {
      name: 'clicks a day',
      errand: [click('locator("[data-date=\'2026-03-17\']")')],
      playwright: (page) => page.locator("[data-date='2026-03-17']").click(),
      shows: { read: textOf('#said'), is: '2026-03-17' },
    },
  ],
};
