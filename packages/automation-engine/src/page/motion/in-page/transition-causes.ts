import type { Activity } from './lineage.ts';
import { captureMember, type Natives } from './natives.ts';

/**
 * Tracks which callback of the page started a transition or an animation: the one that changed its
 * node just before.
 */
export interface TransitionCauses {
  /** Records that the callback has just changed the node. */
  readonly note: (node: Node, activity: Activity) => void;
  /** Records that something else has changed the node. */
  readonly forget: (node: Node) => void;
  /**
   * Returns the callback that started the transition or animation whose event the page now handles.
   */
  readonly find: () => Activity | undefined;
}

export function createTransitionCauses({ createWeakMap, now }: Natives): TransitionCauses {
  /**
   * Maximum time from the change to the frame that starts the transition, and from its end to the
   * event.
   */
  const longestLagMs = 150;
  const eventOf = captureMember(
    window as unknown as { readonly event: Event | undefined },
    'event',
  );
  const targetOf = captureMember(Event.prototype, 'target');
  const isKindOf = captureMember(Object.prototype, 'isPrototypeOf');
  const transition = TransitionEvent.prototype;
  const animation = AnimationEvent.prototype;
  const transitionTimeOf = captureMember(transition, 'elapsedTime');
  const animationTimeOf = captureMember(animation, 'elapsedTime');
  const changes = createWeakMap<object, { readonly activity: Activity; readonly at: number }>();
  const elapsedSecondsOf = (event: Event): number | undefined => {
    if (isKindOf(transition, event)) return transitionTimeOf(event);
    return isKindOf(animation, event) ? animationTimeOf(event) : undefined;
  };
  return {
    note: (node, activity) => void changes.set(node, { activity, at: now() }),
    forget: (node) => void changes.delete(node),
    find() {
      const event = eventOf(window);
      const elapsedSeconds = event && elapsedSecondsOf(event);
      const target = event && targetOf(event);
      const change = target ? changes.get(target) : undefined;
      if (!change || elapsedSeconds === undefined) return undefined;
      const lagMs = now() - elapsedSeconds * 1000 - change.at;
      return lagMs > -1 && lagMs < longestLagMs ? change.activity : undefined;
    },
  };
}
