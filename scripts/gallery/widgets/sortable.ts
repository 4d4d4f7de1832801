import { drag } from '../steps.ts';
import { textsOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const sortable: Widget = {
  name: 'sortable',
  packages: ['sortablejs'],
  html: `<style>li { padding: 10px; margin: 4px; border: 1px solid; width: 200px } ul { display: inline-block; vertical-align: top; min-height: 100px }</style>
    <ul id="todo"><li>Wash</li><li>Cook</li><li>Read</li></ul><ul id="done"><li>Sleep</li></ul>`,
  script: `import Sortable from 'sortablejs';
    for (const id of ['todo', 'done']) Sortable.create(document.getElementById(id), { group: 'tasks', animation: 150 });`,
  cases: [
    {
      name: 'drags an entry to the place of another',
      errand: [drag('get_by_text("Wash")', 'get_by_text("Read")')],
      playwright: (page) => page.getByText('Wash').dragTo(page.getByText('Read')),
      shows: { read: textsOf('#todo li'), is: ['Cook', 'Read', 'Wash'] },
    },
    {
      name: 'drags an entry into another list',
      errand: [drag('get_by_text("Cook")', 'get_by_text("Sleep")')],
      playwright: (page) => page.getByText('Cook').dragTo(page.getByText('Sleep'), { steps: 10 }),
      shows: { read: textsOf('#todo li'), is: ['Wash', 'Read'] },
    },
  ],
};
