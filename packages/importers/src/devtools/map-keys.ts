import { member } from '../draft/json.ts';
import { mapped, type Mapping, skipped } from '../draft/mapping.ts';
import { interact } from '../draft/nodes.ts';
import type { FlowState } from './flow-state.ts';
import { targetOf } from './step-text.ts';

const modifiers = new Set(['Alt', 'Control', 'Meta', 'Shift']);

/**
 * The keys that go down together are pressed once the first of them goes up. A key that leaves its
 * page, as Enter does, has no release in the recording and is pressed immediately.
 */
export function mapKeyDown(
  key: string | undefined,
  { state, isReleased }: { readonly state: FlowState; readonly isReleased: boolean },
): Mapping {
  if (key === undefined || key === '') return skipped('It has no key.');
  if (modifiers.has(key) && state.keysDown.includes(key)) {
    return { ...mapped(), why: 'It is down already: a key that is held repeats.' };
  }
  if (state.isChordDone) {
    const held = state.keysDown.filter((one) => modifiers.has(one));
    state.keysDown.splice(0, Number.POSITIVE_INFINITY, ...held);
    state.isChordDone = false;
  }
  if (!isReleased && !modifiers.has(key)) {
    state.isChordDone = true;
    const keys = [...state.keysDown, key];
    return mapped(interact('key_press', { type: keys.length === 1 ? key : keys }));
  }
  state.keysDown.push(key);
  return { ...mapped(), why: 'Pressed when it goes up.' };
}

export function mapKeyUp(key: string | undefined, state: FlowState): Mapping {
  if (key === undefined || key === '') return skipped('It has no key.');
  const at = state.keysDown.indexOf(key);
  const isOver = state.isChordDone || at === -1;
  const chord = [...state.keysDown];
  if (at !== -1) state.keysDown.splice(at, 1);
  if (isOver) return { ...mapped(), why: 'Part of the keys pressed before.' };
  state.isChordDone = true;
  return mapped(interact('key_press', { type: chord.length === 1 ? key : chord }));
}

/** Modifiers that are down during a click belong to it. */
export function takeModifiers(state: FlowState): string[] {
  const held = state.keysDown.filter((key) => modifiers.has(key));
  if (held.length > 0) state.isChordDone = true;
  return held;
}

/** Returns the steps whose key goes up before anything else happens. */
export function findReleased(steps: readonly unknown[]): ReadonlySet<unknown> {
  const released = new Set<unknown>();
  let down = new Map<string, unknown>();
  for (const step of steps) {
    const type = member(step, 'type');
    const key = JSON.stringify([targetOf(step), member(step, 'key')]);
    if (type === 'keyDown') down.set(key, step);
    else if (type === 'keyUp') released.add(down.get(key));
    else down = new Map();
  }
  return released;
}
