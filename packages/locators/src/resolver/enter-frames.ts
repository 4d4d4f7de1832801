import type { Frame, Page } from 'puppeteer';
import { AmbiguousFrameError, NotAFrameError } from '../locator-errors.ts';
import { describeLocator, type LocatorExpression } from '../locator-expression.ts';
import { WorldGoneError } from './isolated-worlds.ts';
import { internalsOf } from './puppeteer-internals.ts';
import { findNodes, type FoundNode } from './query-frame.ts';
import type { SessionWorlds } from './session-worlds.ts';

interface FrameQuery {
  readonly page: Page;
  readonly worlds: SessionWorlds;
}

/**
 * Returns the frame that contains the target of an expression; undefined if it does not exist now.
 */
export async function enterFrames(
  expression: LocatorExpression,
  { page, worlds, isStrict }: FrameQuery & { readonly isStrict: boolean },
): Promise<Frame | undefined> {
  let frame: Frame = page.mainFrame();
  for (const selector of expression.frames) {
    const call = { method: 'queryAll', parameters: [selector] } as const;
    const nodes = (await findNodes(frame, await worlds.of(frame), call)) ?? [];
    if (isStrict) assertSingle(nodes, expression);
    const inner = findContentFrame(page, nodes[0], expression);
    if (!inner) return undefined;
    frame = inner;
  }
  return frame;
}

/** Like `enterFrames`, but waits for each iframe to appear. */
export async function waitForFrames(
  expression: LocatorExpression,
  { page, worlds, timeoutMs }: FrameQuery & { readonly timeoutMs: number },
): Promise<Frame | undefined> {
  let frame: Frame = page.mainFrame();
  for (const selector of expression.frames) {
    const parameters = [selector, { atLeast: 1, timeoutMs }];
    const call = { method: 'waitForMatches', parameters } as const;
    const nodes = await findNodes(frame, await worlds.of(frame), call);
    if (!nodes) return undefined;
    assertSingle(nodes, expression);
    const inner = findContentFrame(page, nodes[0], expression);
    if (!inner) throw new WorldGoneError('The iframe has no document yet.');
    frame = inner;
  }
  return frame;
}

function assertSingle(nodes: readonly FoundNode[], expression: LocatorExpression): void {
  if (nodes.length > 1) throw new AmbiguousFrameError(describeLocator(expression), nodes.length);
}

function findContentFrame(
  page: Page,
  node: FoundNode | undefined,
  expression: LocatorExpression,
): Frame | undefined {
  if (!node) return undefined;
  if (!['iframe', 'frame'].includes(node.name)) {
    throw new NotAFrameError(describeLocator(expression), node.name);
  }
  return page.frames().find((frame) => internalsOf(frame)._id === node.contentFrameId);
}
