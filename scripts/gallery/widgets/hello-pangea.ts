import { drag, press } from '../steps.ts';
import { textsOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const helloPangea: Widget = {
  name: 'hello-pangea',
  packages: ['react', 'react-dom', '@hello-pangea/dnd'],
  script: `import { useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd';
    function App() {
      const [names, setNames] = useState(['Wash', 'Cook', 'Read']);
      const drop = ({ source, destination }) => {
        if (!destination) return;
        const left = names.toSpliced(source.index, 1);
        setNames(left.toSpliced(destination.index, 0, names[source.index]));
      };
      return <DragDropContext onDragEnd={drop}><Droppable droppableId="tasks">{(place) => <div ref={place.innerRef} {...place.droppableProps} style={{ width: 200 }}>
        {names.map((name, index) => <Draggable key={name} draggableId={name} index={index}>{(entry) => <div className="task" ref={entry.innerRef} {...entry.draggableProps} {...entry.dragHandleProps} style={{ padding: 12, ...entry.draggableProps.style }}>{name}</div>}</Draggable>)}
        {place.placeholder}</div>}</Droppable></DragDropContext>;
    }
    createRoot(document.querySelector('#root')).render(<App />);`,
  cases: [
    {
      name: 'moves an entry down with the keyboard',
      errand: [
        press('space', 'get_by_role("button", name="Wash")'),
        press('down'),
        press('down'),
        press('space'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Wash' }).press('Space');
        for (const key of ['ArrowDown', 'ArrowDown', 'Space']) {
          await page.keyboard.press(key);
          await page.waitForTimeout(400);
        }
      },
      shows: { read: textsOf('.task'), is: ['Cook', 'Read', 'Wash'] },
    },
    {
      name: 'drags an entry below the last',
      errand: [drag('get_by_text("Wash")', 'get_by_role("button", name="Read")')],
      async playwright(page) {
        const box = await page.getByRole('button', { name: 'Read' }).boundingBox();
        await page.getByText('Wash').hover();
        await page.mouse.down();
        await page.mouse.move(100, (box?.y ?? 0) + 20, { steps: 15 });
        await page.waitForTimeout(300);
        await page.mouse.up();
      },
      shows: { read: textsOf('.task'), is: ['Cook', 'Read', 'Wash'] },
    },
  ],
};
