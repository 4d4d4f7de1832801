import { asList, asNumber, member } from '../draft/json.ts';
import { approximated, mapped, type Mapping, skipped } from '../draft/mapping.ts';
import { interact } from '../draft/nodes.ts';
import type { FlowStep } from './flow-state.ts';
import { targetOf } from './step-text.ts';

/** A recording contains scroll positions; Errand turns the wheel by the difference. */
export function mapScroll({ step, state, command }: FlowStep): Mapping {
  const x = asNumber(member(step, 'x'));
  const y = asNumber(member(step, 'y'));
  if (command !== undefined && x === undefined && y === undefined) {
    return mapped(interact('scroll', { command, to_element: true }));
  }
  const isInFrame = asList(member(step, 'frame')).length > 0;
  if (command === undefined && isInFrame) return skipped('It scrolls the page of a frame.');
  const key = JSON.stringify([targetOf(step), command]);
  const before = state.scrolled.get(key) ?? { x: 0, y: 0 };
  const now = { x: x ?? before.x, y: y ?? before.y };
  state.scrolled.set(key, now);
  const down = Math.round(now.y - before.y);
  const right = Math.round(now.x - before.x);
  const at = command === undefined ? {} : { command };
  const nodes = [
    ...(down === 0 ? [] : [interact('scroll', { ...at, down: down > 0, amount: Math.abs(down) })]),
    ...(right === 0
      ? []
      : [
          interact('scroll', {
            ...at,
            direction: right > 0 ? 'right' : 'left',
            amount: Math.abs(right),
          }),
        ]),
  ];
  return approximated('Turns the wheel by the distance from the previous position.', ...nodes);
}

/** A new page begins at its top. */
export function forgetScrolling(step: unknown, { scrolled }: FlowStep['state']): void {
  const target = `[${JSON.stringify(targetOf(step))},`;
  for (const key of scrolled.keys()) if (key.startsWith(target)) scrolled.delete(key);
}
