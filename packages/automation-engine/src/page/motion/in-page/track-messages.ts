import { answeredBy, type AnswerWait, createAnswerWait } from './answer-wait.ts';
import type { Ledger } from './ledger.ts';
import { captureMember, type Natives } from './natives.ts';
import { trackBroadcasts } from './track-broadcasts.ts';

/**
 * Tracks messages that may be answered: to a server, a worker or another frame. The wait for an
 * answer is short.
 */
export function trackMessages(natives: Natives, ledger: Ledger): void {
  const wait = createAnswerWait(natives, ledger);
  trackSockets(natives, wait);
  trackPorts(natives, wait);
  trackBroadcasts(natives, wait);
}

function trackSockets(
  { apply, guard, replace, replaceClass }: Natives,
  { follow, awaitAnswer, giveUp }: AnswerWait,
): void {
  replaceClass('WebSocket', (created) => {
    const socket = created as WebSocket;
    follow(socket, { ...answeredBy(['open', 'message']), ends: ['error', 'close'] });
    awaitAnswer(socket, { name: 'opening of a WebSocket', startMs: 0 });
  });
  replace(WebSocket.prototype, 'send', (native, self, parameters) => {
    const result: unknown = apply(native, self, parameters);
    guard(() => awaitAnswer(self as WebSocket, { name: 'answer over a WebSocket', startMs: 0 }));
    return result;
  });
  replaceClass('EventSource', (created) => {
    const source = created as EventSource;
    const name = 'server-sent event';
    follow(source, { ...answeredBy(['message']), ends: ['error'], next: name });
    // The server must be reached first.
    awaitAnswer(source, { name, startMs: 500 });
  });
  replace(EventSource.prototype, 'close', (native, self, parameters) => {
    const result: unknown = apply(native, self, parameters);
    guard(() => giveUp(self as EventSource));
    return result;
  });
}

function trackPorts(
  { apply, createWeakMap, guard, now, replace, replaceClass }: Natives,
  { follow, awaitAnswer }: AnswerWait,
): void {
  const following = answeredBy(['message', 'messageerror', 'error']);
  // A message has arrived when the other end has received it, or, if that end was transferred, when
  // it was answered.
  const port1Of = captureMember(MessageChannel.prototype, 'port1');
  const port2Of = captureMember(MessageChannel.prototype, 'port2');
  replaceClass('MessageChannel', (created) => {
    const first = port1Of(created);
    const second = port2Of(created);
    follow(first, following);
    follow(second, { ...following, otherEnd: first });
  });
  const createdAt = createWeakMap<object, number>();
  const trackPosting = (owner: object, name: string) =>
    replace(owner, 'postMessage', (native, self, parameters) => {
      const result: unknown = apply(native, self, parameters);
      guard(() => {
        const target = self as MessagePort | Worker;
        // A port from elsewhere may have sent messages before.
        follow(target, { ...following, isKnown: false });
        // A new worker must start before it can answer.
        const isStarting = now() - (createdAt.get(target) ?? 0) < 100;
        awaitAnswer(target, { name, startMs: isStarting ? 1000 : 0 });
      });
      return result;
    });
  trackPosting(MessagePort.prototype, 'answer over a message port');
  if (typeof Worker !== 'function') return;
  replaceClass('Worker', (worker) => {
    createdAt.set(worker, now());
    follow(worker as Worker, following);
  });
  trackPosting(Worker.prototype, 'answer of a worker');
}
