import type { RunHooks } from './ledger.ts';
import { type Activity, createInputSense } from './lineage.ts';
import { captureMember, createBare, type Natives } from './natives.ts';
import type { Scope } from './open-activities.ts';
import { createRestlessNodes, type RestlessNodes } from './restless-nodes.ts';
import { createTransitionCauses } from './transition-causes.ts';

/** Changes to the document and to the shadow roots in it. */
export interface Changes extends RunHooks {
  readonly lastChangeAt: () => number;
  /**
   * Before an act: finds shadow roots that no script has attached, and remembers the animations so
   * far.
   */
  readonly mark: () => void;
  /** Names of the animations and transitions that end within the bound. */
  readonly animations: (scope: Scope) => string[];
}

export function trackChanges(natives: Natives): Changes {
  const { now } = natives;
  const targetOf = captureMember(MutationRecord.prototype, 'target');
  const restless = createRestlessNodes(natives);
  let lastChangeAt = now();
  const causes = createTransitionCauses(natives);
  const isInputHandled = createInputSense();
  const noteAll = (records: readonly MutationRecord[], by?: Activity, isBackground?: boolean) => {
    const at = now();
    const isInput = !by && isInputHandled();
    let last: Node | undefined;
    for (let index = 0; index < records.length; index += 1) {
      const record = records[index];
      const target = record && targetOf(record);
      if (!target || target === last) continue;
      last = target;
      if (by) causes.note(target, by);
      else causes.forget(target);
      const isExpected = isBackground
        ? restless.noteBackground(target, at)
        : restless.noteChange(target, at);
      if (isInput) restless.noteInput(target);
      if (!isExpected || isInput) lastChangeAt = at;
    }
  };
  const { watch, takeRecords } = observeDocument(natives, (records) => noteAll(records));
  const findShadowRoots = createShadowSearch(natives, watch);
  const animations = createAnimationSearch(natives, restless);
  return {
    lastChangeAt: () => lastChangeAt,
    beforeRun: () => noteAll(takeRecords()),
    afterRun: (activity, { isBackground }) => noteAll(takeRecords(), activity, isBackground),
    findCause: causes.find,
    mark() {
      noteAll(takeRecords());
      restless.mark(now());
      findShadowRoots();
      animations.mark();
    },
    animations(scope) {
      const names = animations.find(scope);
      // The page may react to their end a frame later.
      if (names.length > 0) lastChangeAt = now();
      return names;
    },
  };
}

interface Observation {
  readonly watch: (root: Node) => void;
  /** Returns changes that have not been reported yet. */
  readonly takeRecords: () => readonly MutationRecord[];
}

/** Observes the document, and each shadow root that a script attaches. */
function observeDocument(
  { apply, guard, replace }: Natives,
  onChanges: (records: readonly MutationRecord[]) => void,
): Observation {
  const observed = createBare({
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  const { prototype } = MutationObserver;
  const observe = captureMember(prototype, 'observe');
  const takeRecords = captureMember(prototype, 'takeRecords');
  const observer = new MutationObserver((records) => guard(() => onChanges(records)));
  const watch = (root: Node) => observe(observer, root, observed);
  watch(document);
  replace(Element.prototype, 'attachShadow', (native, self, parameters) => {
    const root: unknown = apply(native, self, parameters);
    guard(() => watch(root as ShadowRoot));
    return root;
  });
  return { watch, takeRecords: () => takeRecords(observer) };
}

/**
 * Finds the shadow roots created by the parser. Only the beginning of a huge document is searched.
 */
function createShadowSearch({ createWeakMap }: Natives, watch: (root: Node) => void): () => void {
  const mostElements = 10_000;
  const walk = captureMember(Document.prototype, 'createTreeWalker');
  const nextNode = captureMember(TreeWalker.prototype, 'nextNode');
  const shadowRootOf = captureMember(Element.prototype, 'shadowRoot');
  const elements = NodeFilter.SHOW_ELEMENT;
  const seen = createWeakMap<Node, true>();
  const search = (start: Node) => {
    const walker = walk(document, start, elements);
    for (let left = mostElements; left > 0; left -= 1) {
      const node = nextNode(walker);
      if (!node) return;
      const root = shadowRootOf(node);
      if (!root || seen.has(root)) continue;
      seen.set(root, true);
      watch(root);
      search(root);
    }
  };
  return () => search(document);
}

function createAnimationSearch(
  { createWeakMap }: Natives,
  restless: RestlessNodes,
): { readonly mark: () => void; readonly find: Changes['animations'] } {
  const getAnimations = captureMember(Document.prototype, 'getAnimations');
  const stateOf = captureMember(Animation.prototype, 'playState');
  const effectOf = captureMember(Animation.prototype, 'effect');
  const timeOf = captureMember(Animation.prototype, 'currentTime');
  const timingOf = captureMember(AnimationEffect.prototype, 'getComputedTiming');
  const targetOf = captureMember(KeyframeEffect.prototype, 'target');
  const isKindOf = captureMember(Object.prototype, 'isPrototypeOf');
  const [keyframes, transitions] = [KeyframeEffect.prototype, CSSTransition.prototype];
  const before = createWeakMap<Animation, true>();
  return {
    mark() {
      const animations = getAnimations(document);
      for (let index = 0; index < animations.length; index += 1) {
        const animation = animations[index];
        if (animation) before.set(animation, true);
      }
    },
    find({ sinceLastAct, boundMs }) {
      const names: string[] = [];
      const animations = getAnimations(document);
      for (let index = 0; index < animations.length; index += 1) {
        const animation = animations[index];
        if (!animation || stateOf(animation) !== 'running') continue;
        if (sinceLastAct && before.has(animation)) continue;
        const effect = effectOf(animation);
        if (!effect) continue;
        const { endTime = 0 } = timingOf(effect);
        const restMs = +endTime - +(timeOf(animation) ?? 0);
        const target = isKindOf(keyframes, effect) ? targetOf(effect) : null;
        if (!(restMs > 0 && restMs <= boundMs) || (target && restless.isAnimated(target))) continue;
        names[names.length] = isKindOf(transitions, animation) ? 'transition' : 'animation';
      }
      return names;
    },
  };
}
