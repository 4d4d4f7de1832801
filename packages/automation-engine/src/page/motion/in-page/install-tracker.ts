import { createLedger, type Ledger } from './ledger.ts';
import {
  captureMember,
  captureNatives,
  createBare,
  createCollections,
  type Natives,
} from './natives.ts';
import { trackCallbacks, trackTasks } from './track-callbacks.ts';
import { type Changes, trackChanges } from './track-changes.ts';
import { trackMessages } from './track-messages.ts';

type Originals = WeakMap<WeakKey, object>;

interface Greeting {
  originals: Originals | undefined;
}

/**
 * Follows what the page sets in motion. The run asks with events whose name the page cannot guess,
 * on an object that keeps its listeners through `document.open`. A document with a tracker gets no
 * second one.
 */
export function installTracker(name: string): void {
  const dispatchEvent = captureMember(EventTarget.prototype, 'dispatchEvent');
  const OwnEvent = CustomEvent;
  const own = performance;
  const send = (target: EventTarget, type: string, detail: unknown) =>
    dispatchEvent(target, new OwnEvent(type, createBare({ detail })));
  const detailOf = captureMember(OwnEvent.prototype, 'detail');
  const meet = (target: EventTarget): Originals | undefined => {
    const greeting = createBare<Greeting>({ originals: undefined });
    send(target, `${name}?`, greeting);
    return greeting.originals;
  };
  const meetOther = (other: Window | null | undefined) => {
    try {
      return other && other !== window ? meet(other.performance) : undefined;
    } catch {
      // The other window belongs to another site.
      return undefined;
    }
  };
  if (meet(own)) return;
  const originals = meetOther(parent) ?? meetOther(opener) ?? createCollections().createWeakMap();
  const natives = captureNatives(originals);
  const changes = trackChanges(natives);
  const ledger = createLedger(natives, changes);
  trackCallbacks(natives, ledger);
  trackTasks(natives, ledger);
  trackMessages(natives, ledger);
  natives.listen(own, `${name}?`, (event) => {
    const greeting: Greeting = detailOf(event);
    greeting.originals = originals;
  });
  natives.listen(own, name, (event) => {
    const detail = answerTracker(detailOf(event), { natives, ledger, changes });
    send(own, `${name}!`, detail);
  });
}

interface Followed {
  readonly natives: Natives;
  readonly ledger: Ledger;
  readonly changes: Changes;
}

/**
 * `question`: 0 marks the start of an act. Any other number is a bound in ms, and asks what all acts
 * have caused if it is negative, or what the last act has caused if it is positive. The answer
 * contains the time in ms since the last change and a line for each thing in motion.
 */
function answerTracker(question: number, { natives, ledger, changes }: Followed): string {
  if (question === 0) {
    ledger.mark();
    changes.mark();
    return '';
  }
  const sinceLastAct = question > 0;
  const asked = { sinceLastAct, boundMs: sinceLastAct ? question : -question };
  const active = ledger.active(asked);
  const animations = changes.animations(asked);
  const changedAt = changes.lastChangeAt();
  const endedAt = ledger.lastEndAt();
  let text = `${natives.now() - (changedAt > endedAt ? changedAt : endedAt)}`;
  for (let index = 0; index < active.length && index < 20; index += 1) text += `\n${active[index]}`;
  for (let index = 0; index < animations.length && index < 5; index += 1) {
    text += `\n${animations[index]}`;
  }
  return text;
}
