import type { Frame } from 'puppeteer';
import type { ShownMatches } from '../injected/show-match.ts';
import type { LocatorExpression } from '../locator-expression.ts';
import { enterFrames } from './enter-frames.ts';
import type { Hinting } from './nearest-matches.ts';
import { callForJson } from './query-frame.ts';

/** The matches of a locator, all of them in one frame. */
export interface FrameMatches extends ShownMatches {
  /** Undefined if the frame does not exist now. */
  readonly frame: Frame | undefined;
}

/** Describes the matches of a locator as they are now. */
export async function showMatches(
  expression: LocatorExpression,
  atMost: number,
  { page, worlds }: Hinting,
): Promise<FrameMatches> {
  const frame = await enterFrames(expression, { page, worlds, isStrict: true });
  if (!frame) return { frame, count: 0, matches: [] };
  const parameters = [expression.target, atMost];
  const call = { method: 'showMatches', parameters } as const;
  return { frame, ...(await callForJson<ShownMatches>(frame, worlds, call)) };
}
