import { drag, press } from '../steps.ts';
import { textsOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const dndKit: Widget = {
  name: 'dnd-kit',
  packages: ['react', 'react-dom', '@dnd-kit/core', '@dnd-kit/sortable', '@dnd-kit/utilities'],
  script: `import { useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
    import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
    import { CSS } from '@dnd-kit/utilities';
    function Task({ id }) {
      const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id });
      return <div className="task" ref={setNodeRef} {...attributes} {...listeners} style={{ padding: 12, width: 200, border: '1px solid', transform: CSS.Transform.toString(transform), transition }}>{id}</div>;
    }
    function App() {
      const [names, setNames] = useState(['Wash', 'Cook', 'Read']);
      const sensors = useSensors(useSensor(PointerSensor), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }));
      const drop = ({ active, over }) => { if (over) setNames(arrayMove(names, names.indexOf(active.id), names.indexOf(over.id))); };
      return <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}><SortableContext items={names} strategy={verticalListSortingStrategy}>{names.map((name) => <Task key={name} id={name} />)}</SortableContext></DndContext>;
    }
    createRoot(document.querySelector('#root')).render(<App />);`,
  cases: [
    {
      name: 'drags an entry to the end',
      errand: [drag('get_by_text("Wash")', 'get_by_text("Read")')],
      async playwright(page) {
        const box = await page.getByText('Read').boundingBox();
        await page.getByText('Wash').hover();
        await page.mouse.down();
        await page.mouse.move(100, (box?.y ?? 0) + 20, { steps: 15 });
        await page.mouse.up();
      },
      shows: { read: textsOf('.task'), is: ['Cook', 'Read', 'Wash'] },
    },
    {
      name: 'moves an entry up with the keyboard',
      errand: [press('space', 'get_by_role("button", name="Read")'), press('up'), press('space')],
      async playwright(page) {
        await page.getByRole('button', { name: 'Read' }).press('Space');
        for (const key of ['ArrowUp', 'Space']) {
          await page.waitForTimeout(300);
          await page.keyboard.press(key);
        }
      },
      shows: { read: textsOf('.task'), is: ['Wash', 'Read', 'Cook'] },
    },
  ],
};
