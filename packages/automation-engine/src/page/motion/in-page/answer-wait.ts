import type { Beginning, Ledger } from './ledger.ts';
import type { Activity } from './lineage.ts';
import { captureMember, type Natives } from './natives.ts';

interface Following {
  /** Events of the target that each answer one message. */
  readonly answers: readonly string[];
  /** Events after which there is no answer. */
  readonly ends: readonly string[];
  /** The port at the other end of its channel, which is already followed. */
  readonly otherEnd: EventTarget | undefined;
  /** After each message, another one is awaited under this name. */
  readonly next: string | undefined;
  /** False if it may have sent messages before it was followed. */
  readonly isKnown: boolean;
  /** Called at each event of `answers`: true if the document itself has sent the message. */
  readonly isEcho: (() => boolean) | undefined;
}

/** Describes a target whose events each answer one message; spread it before other fields. */
export function answeredBy(answers: readonly string[]): Following {
  const none = undefined;
  return { answers, ends: [], otherEnd: none, next: none, isKnown: true, isEcho: none };
}

export interface AnswerWait {
  /** No-op for a target that is already followed. */
  readonly follow: (target: EventTarget, following: Following) => void;
  readonly awaitAnswer: (
    target: EventTarget,
    answer: { readonly name: string; readonly startMs: number },
  ) => void;
  readonly giveUp: (target: EventTarget) => void;
}

interface Question {
  /** Undefined: not waited for, because it recurs regardless of the run. */
  readonly activity: Activity | undefined;
  readonly from: EventTarget;
  readonly untilAt: number;
}

interface Channel {
  readonly questions: Questions;
  readonly createdAt: number;
  readonly epoch: number;
  /** The last question that was answered. */
  answered: Question | undefined;
  /** When the last message that answered no question arrived. */
  spokeAt: number;
  /** Whether both ends are in this document: a message has arrived when the other end gets it. */
  isInside: boolean;
}

/**
 * Waits for an answer to each message. Once a channel has sent an unprompted message, any message
 * may be the answer, so the wait lasts as long as an answer may take.
 */
export function createAnswerWait(natives: Natives, ledger: Ledger): AnswerWait {
  const { listen, now } = natives;
  const answerMs = 1000;
  const memoryMs = 10_000;
  const doubt = createDoubt(natives, ledger);
  const typeOf = captureMember(Event.prototype, 'type');
  const channels = natives.createWeakMap<object, Channel>();
  const awaitAnswer: AnswerWait['awaitAnswer'] = (from, { name, startMs }) => {
    const channel = channels.get(from);
    if (!channel) return;
    const longestMs = startMs + answerMs;
    const recurs = ledger.isInBackground();
    if (recurs && !channel.isInside) return;
    const activity = recurs ? undefined : ledger.begin(messageOf(name, longestMs));
    if (now() - channel.spokeAt < memoryMs) return;
    channel.questions.add({ activity, from, untilAt: now() + longestMs });
  };
  const hear = (target: EventTarget, channel: Channel): Question | undefined => {
    const question = channel.questions.takeOldest();
    // The other end was transferred: its new owner responds.
    if (question?.from === target) channel.isInside = false;
    ledger.end(question?.activity);
    return question;
  };
  const giveUp: AnswerWait['giveUp'] = (target) =>
    channels.get(target)?.questions.takeAll(({ activity }) => ledger.end(activity));
  return {
    follow(target, { answers, ends, otherEnd, next, isKnown, isEcho }) {
      if (channels.has(target)) return;
      const shared = otherEnd && channels.get(otherEnd);
      const channel = shared ?? createChannel(natives, ledger.epoch(), isKnown);
      if (shared) shared.isInside = true;
      channels.set(target, channel);
      for (let index = 0; index < answers.length; index += 1) {
        listen(target, `${answers[index]}`, (event) => {
          if (isEcho?.()) return;
          const asked = hear(target, channel);
          if (next === undefined) doubt(channel, asked);
          else if (asked?.activity && typeOf(event) === 'message') {
            ledger.run(asked.activity, () => awaitAnswer(target, { name: next, startMs: 0 }));
          }
        });
      }
      for (let index = 0; index < ends.length; index += 1) {
        listen(target, `${ends[index]}`, () => giveUp(target));
      }
    },
    awaitAnswer,
    giveUp,
  };
}

function messageOf(name: string, longestMs: number): Beginning {
  return { kind: 'message', name, delayMs: 0, longestMs, callback: undefined };
}

/** Continues to wait after what seemed to be an answer. */
function createDoubt(
  { now }: Natives,
  ledger: Ledger,
): (channel: Channel, asked: Question | undefined) => void {
  /**
   * A channel created just before the act may tick, but has had no time to: a worker must start
   * first.
   */
  const leastAgeMs = 1000;
  const waitOn = (question: Question | undefined, untilAt: number) => {
    const activity = question?.activity;
    const longestMs = untilAt - now();
    // Questions from before the act no longer matter.
    if (activity?.root.epoch !== ledger.epoch() || longestMs <= 0) return;
    ledger.run(activity, () => ledger.begin(messageOf(activity.name, longestMs)));
  };
  return (channel, asked) => {
    if (!asked) {
      channel.spokeAt = now();
      waitOn(channel.answered, channel.answered?.untilAt ?? 0);
    } else if (!channel.isInside && channel.epoch < ledger.epoch()) {
      waitOn(asked, channel.createdAt + leastAgeMs);
    }
    channel.answered = asked;
  };
}

function createChannel(natives: Natives, epoch: number, isKnown: boolean): Channel {
  const questions = createQuestions(natives);
  const createdAt = natives.now();
  const spokeAt = isKnown ? -Infinity : createdAt;
  return { questions, epoch, createdAt, answered: undefined, spokeAt, isInside: false };
}

interface Questions {
  readonly add: (question: Question) => void;
  /** The oldest question that is still waited for. */
  readonly takeOldest: () => Question | undefined;
  readonly takeAll: (onTaken: (question: Question) => void) => void;
}

function createQuestions({ createMap, now }: Natives): Questions {
  const questions = createMap<number, Question>();
  let first = 0;
  let end = 0;
  const take = () => {
    const question = questions.get(first);
    questions.delete(first);
    if (question) first += 1;
    return question;
  };
  const dropOld = () => {
    while ((questions.get(first)?.untilAt ?? Infinity) < now()) take();
  };
  return {
    add(question) {
      dropOld();
      questions.set(end, question);
      end += 1;
    },
    takeOldest() {
      dropOld();
      return take();
    },
    takeAll(onTaken) {
      for (let question = take(); question; question = take()) onTaken(question);
    },
  };
}
