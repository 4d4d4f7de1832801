import { expect, test } from '@jest/globals';
import { collectSteps, type StepCollector } from './collect-steps.ts';
import type { Note, TargetNote } from './notes.ts';
import type { DialogType, RecordedEvent } from './recorded-events.ts';
import { writeNodes } from './write-nodes.ts';

type EventOf<Kind> = Extract<RecordedEvent, { readonly kind: Kind }>;
/** An event, one second after the previous one. */
type Happening =
  | Note
  | Omit<EventOf<'dialog'>, 'at' | 'page'>
  | Omit<EventOf<'download'>, 'at' | 'page'>;

const field = place(1);
const button = place(2);

function place(id: number): { readonly gesture: number; readonly target: TargetNote } {
  const target = { tag: 'p', inputType: '', role: '', label: '', candidates: [], isSecret: false };
  return { gesture: 0, target: { ...target, id } };
}

/** Every act has its own gesture. */
function collect(happenings: readonly Happening[]): StepCollector {
  const collector = collectSteps(['page']);
  happenings.forEach((happening, index) => {
    collector.add(eventOf(happening, { page: 'page', at: (index + 1) * 1000 }));
  });
  return collector;
}

function eventOf(
  happening: Happening,
  when: { readonly page: string; readonly at: number },
): RecordedEvent {
  if (!('target' in happening)) return { ...happening, ...when } as RecordedEvent;
  const note = { ...happening, gesture: when.at };
  return { ...when, kind: 'note', document: 'document', frame: '', url: 'http://a.test/', note };
}

function kindsOf({ steps }: StepCollector): string {
  return steps.map(({ act }) => act.kind).join(' ');
}

function dialog(type: DialogType, isAccepted: boolean, text?: string): EventOf<'dialog'> {
  return { kind: 'dialog', type, isAccepted, text, page: 'page', at: 0 };
}

function answerOf(...dialogs: readonly EventOf<'dialog'>[]) {
  const { steps, faults } = collect([{ ...button, ...click }, ...dialogs]);
  return { answer: steps[0]?.dialog, faults };
}

const click = { kind: 'click', button: 'left', isDouble: false, modifiers: [] } as const;

test('keeps the choice made in the dialog that decides something, and reports two that differ', () => {
  const cancelled = answerOf(dialog('confirm', false), dialog('alert', true));
  expect(cancelled).toMatchObject({ answer: { isAccepted: false }, faults: [] });
  const prompted = answerOf(
    dialog('alert', true),
    dialog('prompt', true, '50'),
    dialog('alert', true),
  );
  expect(prompted).toMatchObject({ answer: { isAccepted: true, text: '50' }, faults: [] });
  const both = answerOf(dialog('confirm', true), dialog('prompt', true, '50'));
  expect(both).toMatchObject({ answer: { isAccepted: true, text: '50' }, faults: [] });
  expect(answerOf(dialog('alert', false)).answer).toEqual({ type: 'alert', isAccepted: false });
  const fault = expect.stringContaining('a step has one answer for all its dialogs');
  const differing = answerOf(dialog('confirm', true), dialog('confirm', false));
  expect(differing).toMatchObject({ answer: { isAccepted: true }, faults: [fault] });
  expect(answerOf(dialog('prompt', true, '50'), dialog('prompt', true, '60')).faults).toEqual([
    fault,
  ]);
  expect(answerOf(dialog('beforeunload', true), dialog('confirm', false)).faults).toEqual([fault]);
});

test('reports a dialog that no step opened if a person closes it differently than a run would', () => {
  expect(collect([dialog('confirm', true)]).faults).toEqual([]);
  expect(collect([dialog('confirm', false)]).faults).toEqual([
    'A confirm dialog that no step opened was dismissed: set dialog of the automation.',
  ]);
});

test('makes a double click of the last two clicks only, not of those before', () => {
  const slow = { ...button, ...click };
  const { steps } = collect([slow, slow, slow, { ...slow, isDouble: true }]);
  expect(steps.map(({ act }) => act)).toMatchObject([
    { isDouble: false },
    { isDouble: false },
    { isDouble: true },
  ]);
});

test('keeps every text that Enter submitted, even from the same field', () => {
  const type = (value: string) => ({ ...field, kind: 'fill', value, isTyped: false }) as const;
  const secret = { ...field, kind: 'secret' } as const;
  const enter = { ...field, kind: 'keys', keys: ['Enter'], isOnPage: false } as const;
  const { steps } = collect([type('mil'), type('milk'), enter, type('bread'), enter, type('x')]);
  expect(steps.map(({ act }) => act)).toMatchObject([
    { kind: 'fill', value: 'milk', hasEnter: true },
    { kind: 'fill', value: 'bread', hasEnter: true },
    { kind: 'fill', value: 'x', hasEnter: false },
  ]);
  expect(kindsOf(collect([secret, secret, enter, secret, secret]))).toBe('secret secret');
});

test('replaces a scroll only while it continues, and never replaces an upload', () => {
  const scroll = { ...field, kind: 'scroll', isOnPage: true, direction: 'down' } as const;
  const { steps } = collect([
    { ...scroll, scrolling: 1, pixels: 400 },
    { ...scroll, scrolling: 1, pixels: 1000 },
    { ...scroll, scrolling: 2, pixels: 900 },
  ]);
  expect(steps.map(({ act }) => act)).toMatchObject([{ pixels: 1000 }, { pixels: 900 }]);
  const upload = { ...field, kind: 'upload' } as const;
  const uploads = [
    { ...upload, names: ['a.pdf'] },
    { ...upload, names: ['b.pdf'] },
  ];
  expect(kindsOf(collect(uploads))).toBe('upload upload');
});

test('says that a download started by Enter in a field cannot be expected, and blames no other step', () => {
  const download = { kind: 'download' } as const;
  const fill = { ...field, kind: 'fill', value: '77', isTyped: false } as const;
  const enter = { ...field, kind: 'keys', keys: ['Enter'], isOnPage: false } as const;
  const sent = collect([{ ...button, ...click }, fill, enter, download]);
  expect(sent.steps.map(({ hasDownload }) => hasDownload)).toEqual([false, false]);
  expect(sent.faults).toEqual([
    'Step 2 (fill) began a download, which it cannot expect: click what begins it instead.',
  ]);
  expect(collect([{ ...button, ...click }, enter, download]).faults).toHaveLength(1);
  expect(collect([download]).faults).toEqual(['A download began that no step can expect.']);
  const exported = collect([{ ...button, ...click }, fill, download]);
  expect(exported.faults).toEqual([]);
  const { nodes } = writeNodes(exported.steps);
  expect(nodes[0]).toMatchObject({
    interaction_action: { click_element: { expect_download: true } },
  });
});
