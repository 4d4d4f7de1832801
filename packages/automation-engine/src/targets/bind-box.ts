import { type Bindings, parseTemplate, tryBindText } from '@errand/expressions';
import { InvalidBoxError } from './target-errors.ts';
import type { Box } from './box.ts';

const IS_NAME = /^\w+$/;
const IS_INTEGER = /^-?\d{1,9}$/;

/**
 * Returns the part of the screen that `bounding_box_variables` name: left, top, right, bottom.
 * Undefined (the whole screen) if they are not given, or if one has no value or is -1. Throws
 * InvalidBoxError.
 */
export function bindBox(
  entries: readonly string[] | null | undefined,
  bindings: Bindings,
): Box | undefined {
  if (!entries) return undefined;
  const edges = entries.map((entry) => bindEdge(entry, bindings));
  if (edges.some((edge) => edge === undefined || edge === -1)) return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = edges as number[];
  if (right <= left || bottom <= top) {
    throw new InvalidBoxError(
      entries,
      `left ${left}, top ${top}, right ${right}, bottom ${bottom}`,
    );
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function bindEdge(entry: string, bindings: Bindings): number | undefined {
  const source = entry.trim().replace(/^\{(.*)\}$/s, '$1');
  if (IS_INTEGER.test(source)) return Number(source);
  const template = parseTemplate(`{${IS_NAME.test(source) ? `${source}[0]` : source}}`);
  const bound = tryBindText(template, bindings);
  if (bound.kind === 'unresolved') return undefined;
  const text = bound.text.trim();
  if (/^-?\d{1,9}(?:\.\d+)?$/.test(text)) return Math.round(Number(text));
  throw new InvalidBoxError([entry], text);
}
