import { answeredBy, type AnswerWait } from './answer-wait.ts';
import { captureMember, type Natives } from './natives.ts';

/**
 * Tracks broadcasts. Another context may answer over the same name, and each channel of that name
 * in this document also gets the message.
 */
export function trackBroadcasts(
  { apply, createMap, guard, replace, replaceClass }: Natives,
  { follow, awaitAnswer, giveUp }: AnswerWait,
): void {
  if (typeof BroadcastChannel !== 'function') return;
  const { prototype } = BroadcastChannel;
  const nameOf = captureMember(prototype, 'name');
  /** Open channels, each with the number of messages from this document it has yet to receive. */
  const open = createMap<BroadcastChannel, number>();
  const takeEcho = (channel: BroadcastChannel): boolean => {
    const echoes = open.get(channel) ?? 0;
    if (echoes > 0) open.set(channel, echoes - 1);
    return echoes > 0;
  };
  replaceClass('BroadcastChannel', (created) => {
    const channel = created as BroadcastChannel;
    open.set(channel, 0);
    follow(channel, {
      ...answeredBy(['message', 'messageerror']),
      isEcho: () => takeEcho(channel),
    });
  });
  replace(prototype, 'postMessage', (native, self, parameters) => {
    const result: unknown = apply(native, self, parameters);
    guard(() => {
      const channel = self as BroadcastChannel;
      const name = nameOf(channel);
      open.forEach((echoes, other) => {
        if (other !== channel && nameOf(other) === name) open.set(other, echoes + 1);
      });
      awaitAnswer(channel, { name: 'answer over a BroadcastChannel', startMs: 0 });
    });
    return result;
  });
  replace(prototype, 'close', (native, self, parameters) => {
    const result: unknown = apply(native, self, parameters);
    guard(() => {
      open.delete(self as BroadcastChannel);
      giveUp(self as BroadcastChannel);
    });
    return result;
  });
}
