import type { Frame, Page } from 'puppeteer';
import { writeCommands, writeFrameCommands } from '../hints/write-commands.ts';
import type { NearElement, Trial, Wanted } from '../injected/near-element.ts';
import type { LocatorExpression } from '../locator-expression.ts';
import { parseLocator } from '../parse-locator.ts';
import type { Selector } from '../selectors/selector-part.ts';
import { enterFrames } from './enter-frames.ts';
import { internalsOf } from './puppeteer-internals.ts';
import { callForJson, countNodes, findNodes } from './query-frame.ts';
import type { SessionWorlds } from './session-worlds.ts';

const SEARCH_BUDGET_MS = 100;
const TRIAL_BUDGET_MS = 80;
const MOST_FRAMES = 12;
const MOST_NEAR = 6;
const iframes: Selector = [{ kind: 'css', css: 'iframe, frame', isLight: false }];

/** A locator that matches only one element of the current page. */
export interface NearMatch {
  readonly command: string;
  /** Similarity to the target element, from 0 to 1. */
  readonly score: number;
  readonly role: string;
  readonly isHidden: boolean;
  readonly isInFrame: boolean;
}

export interface LinkCount {
  /** `get_by_label("Pin")` */
  readonly text: string;
  readonly count: number;
}

/** Where to search. */
export interface Hinting {
  readonly page: Page;
  readonly worlds: SessionWorlds;
}

/** The element to search for, and which commands may be shown. */
export interface NearSearch {
  readonly expression: LocatorExpression;
  /** Leaves out commands that extend the expression itself. Default false. */
  readonly isExpressionHidden?: boolean;
  readonly about?: string | undefined;
  readonly act?: Wanted['act'];
  /** Commands for which this returns false are left out of the results. */
  readonly mayShow: (command: string) => boolean;
  /** Called for each match as soon as it is known, in no particular order. */
  readonly onMatch: (match: NearMatch) => void;
}

/**
 * Counts the elements that each step of the expression leaves; stops at the first step that leaves
 * none.
 */
export async function countLinks(
  { links }: LocatorExpression,
  hinting: Hinting,
  onCount: (link: LinkCount) => void,
): Promise<void> {
  for (const { text, frames, target } of links) {
    const part = { source: text, frames, target, links: [] };
    const frame = await enterFrames(part, { ...hinting, isStrict: false });
    const count = frame ? await countNodes(frame, await hinting.worlds.of(frame), target) : 0;
    onCount({ text, count });
    if (count === 0) return;
  }
}

/** Searches every frame for the elements most similar to the target. */
export async function findNearMatches(search: NearSearch, hinting: Hinting): Promise<void> {
  const { expression, about, act } = search;
  const all = expression.links.flatMap(({ asked }) => asked ?? []);
  const { step, words = [], names = [], role, tag } = all.at(-1) ?? {};
  const around = all.slice(0, -1).flatMap((asked) => asked.words);
  const wanted: Wanted = { words, names, role, tag, around, about, act };
  const visitFrame = async (frame: Frame, prefix: string) => {
    const parameters = [wanted, { atMost: MOST_NEAR, budgetMs: SEARCH_BUDGET_MS }];
    const elements = await callForJson<NearElement[]>(frame, hinting.worlds, {
      method: 'findNearest',
      parameters,
    });
    await offer({ elements, frame, prefix, author: { step } }, search, hinting);
    if (frame.childFrames().length === 0) return;
    const inner = await describeFrames(frame, hinting);
    const visits = inner.map((one) =>
      visitFrame(one.frame, `${prefix}${one.command}.content_frame.`),
    );
    // A frame that goes away contributes no matches.
    await Promise.allSettled(visits);
  };
  await visitFrame(hinting.page.mainFrame(), '');
}

/** Finds, for each of the first matches, a locator that matches only it. */
export async function tellMatchesApart(
  { expression, isExpressionHidden = false, mayShow, onMatch }: NearSearch,
  atMost: number,
  hinting: Hinting,
): Promise<void> {
  const frame = await enterFrames(expression, { ...hinting, isStrict: false });
  if (!frame) return;
  const { target, links } = expression;
  const parameters = [target, atMost];
  const elements = await callForJson<NearElement[]>(frame, hinting.worlds, {
    method: 'describeMatches',
    parameters,
  });
  const step = links.findLast((link) => link.asked)?.asked?.step;
  const enters = links.findLastIndex(
    ({ frames }, at) => frames.length < (links[at + 1]?.frames.length ?? 0),
  );
  const own = links.slice(enters + 1);
  const [prefix, locator] = [links.slice(0, enters + 1), own].map((part) =>
    part.map(({ text }) => text).join('.'),
  );
  const author = { step, ...(locator && !isExpressionHidden ? { locator } : {}) };
  const at = { elements, frame, prefix: prefix ? `${prefix}.` : '', author };
  await offer(at, { expression, mayShow, onMatch }, hinting);
}

interface Offer {
  readonly elements: readonly NearElement[];
  readonly frame: Frame;
  readonly prefix: string;
  readonly author: Parameters<typeof writeCommands>[1];
}

/** Reports the elements for which a locator matches only that element. */
async function offer(
  { elements, frame, prefix, author }: Offer,
  { mayShow, onMatch }: Pick<NearSearch, 'mayShow' | 'onMatch' | 'expression'>,
  hinting: Hinting,
): Promise<void> {
  const wishes = elements.map((element) => {
    const commands = writeCommands(element, author).filter(mayShow);
    return { element, commands };
  });
  const trials = await tryCommands(wishes, frame, hinting);
  for (const { index, chosen, fallback, position } of trials) {
    const { element, commands = [] } = wishes[index] ?? {};
    const command = commands[chosen] ?? withPosition(commands[fallback], position);
    if (!element || command === undefined) continue;
    const { score, role, isHidden } = element;
    const match = {
      command: `${prefix}${command}`,
      score,
      role,
      isHidden,
      isInFrame: prefix !== '',
    };
    onMatch(match);
  }
}

function withPosition(command: string | undefined, position: number): string | undefined {
  return command === undefined ? undefined : `${command}.nth(${position})`;
}

interface Wish {
  readonly element: { readonly index: number };
  readonly commands: readonly string[];
}

async function tryCommands(
  wishes: readonly Wish[],
  frame: Frame,
  hinting: Hinting,
): Promise<readonly Trial[]> {
  const selectors = wishes.map(({ element, commands }) => ({
    index: element.index,
    selectors: commands.map((command) => parseLocator(command).target),
  }));
  const parameters = [selectors, TRIAL_BUDGET_MS];
  return callForJson<Trial[]>(frame, hinting.worlds, { method: 'trySelectors', parameters });
}

interface InnerFrame {
  readonly frame: Frame;
  readonly command: string;
}

async function describeFrames(parent: Frame, hinting: Hinting): Promise<InnerFrame[]> {
  const { page, worlds } = hinting;
  const parameters = [iframes, MOST_FRAMES];
  const elements = await callForJson<NearElement[]>(parent, worlds, {
    method: 'describeMatches',
    parameters,
  });
  const wishes = elements.map((element, position) => ({
    element,
    commands: writeFrameCommands(element, position),
  }));
  const trials = await tryCommands(wishes, parent, hinting);
  const call = { method: 'queryAll', parameters: [iframes] } as const;
  const nodes = (await findNodes(parent, await worlds.of(parent), call)) ?? [];
  return trials.flatMap(({ index, chosen }) => {
    const frameId = nodes[index]?.contentFrameId;
    const frame = page.frames().find((one) => internalsOf(one)._id === frameId);
    const command = wishes[index]?.commands[chosen];
    return frame && command !== undefined ? [{ frame, command }] : [];
  });
}
