import { collectSteps, type StepCollector } from '../collect-steps.ts';
import type { Note, TargetNote } from '../notes.ts';
import type { DialogType, RecordedEvent } from '../recorded-events.ts';

export type EventOf<Kind> = Extract<RecordedEvent, { readonly kind: Kind }>;
/** An event, half a second after the previous one. */
export type Happening =
  | Note
  | Omit<EventOf<'dialog'>, 'at' | 'page'>
  | Omit<EventOf<'download'>, 'at' | 'page'>
  | Omit<EventOf<'navigated'>, 'at' | 'page'>;

export const field = place(1);
export const button = place(2);

function place(id: number): { readonly gesture: number; readonly target: TargetNote } {
  const candidates = [{ command: 'locator("p")', kind: 'tag', score: 5, count: 1 }];
  const target = { tag: 'p', inputType: '', role: '', label: '', candidates, isSecret: false };
  return { gesture: 0, target: { ...target, id } };
}

/** Every act has its own gesture. */
export function collect(happenings: readonly Happening[]): StepCollector {
  const collector = collectSteps(['page']);
  happenings.forEach((happening, index) => {
    collector.add(eventOf(happening, { page: 'page', at: (index + 1) * 500 }));
  });
  return collector;
}

export function eventOf(
  happening: Happening,
  when: { readonly page: string; readonly at: number },
): RecordedEvent {
  const isNote = 'target' in happening || happening.kind === 'history';
  if (!isNote) return { ...happening, ...when } as RecordedEvent;
  const note = 'gesture' in happening ? { ...happening, gesture: when.at } : happening;
  return { ...when, kind: 'note', document: 'document', frame: '', url: 'http://a.test/', note };
}

export function kindsOf({ steps }: StepCollector): string {
  return steps.map(({ act }) => act.kind).join(' ');
}

export function dialog(type: DialogType, isAccepted: boolean, text?: string): EventOf<'dialog'> {
  return { kind: 'dialog', type, isAccepted, isSecret: false, text, page: 'page', at: 0 };
}

export const click = { kind: 'click', button: 'left', isDouble: false, modifiers: [] } as const;

export const at = (page: string, when: number) => ({ page, at: when });
