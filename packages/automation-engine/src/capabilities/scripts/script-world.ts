import { type LocatorExpression, parseLocator } from '@errand/locators';
import type { ActingElement } from '../../page/acting/acting-element.ts';
import { createDeadline, type Deadline } from '../../deadline.ts';
import { waitForCommit, waitForConsequences } from '../../page/pages/wait-until-quiet.ts';
import type { WatchedPage } from '../../page/pages/watched-page.ts';
import type { CallRun } from './script-run.ts';
import { type Search, toElement } from '../../page/elements/find-element.ts';
import { CallFailedError } from './script-action-errors.ts';
import { createUploads, type Uploads } from './uploads.ts';

/** The elements that a call targets, as a script names them. */
export interface ElementPlace {
  readonly page: string;
  readonly expression: string;
  /** True for an expression written by the author, false for one that the script assembled. */
  readonly has_placeholders?: boolean | undefined;
  /** In milliseconds. */
  readonly timeout: number;
}

/** Everything that one script can reach. */
export interface ScriptWorld {
  readonly run: CallRun;
  /** Aborts when the script ends. */
  readonly signal: AbortSignal;
  readonly uploads: Uploads;
  /** Events that the script has registered to wait for. */
  readonly awaited: Map<string, Promise<unknown>>;
  /** Serialises acts that must not overlap. */
  readonly inTurn: <Result>(act: () => Promise<Result>) => Promise<Result>;
  readonly log: (line: string) => void;
  readonly idOf: (page: WatchedPage) => string;
  /** Throws `CallFailedError` for a page that is closed. */
  readonly pageOf: (id: string) => WatchedPage;
}

export function createScriptWorld(
  run: CallRun,
  { signal, log }: Pick<ScriptWorld, 'signal' | 'log'>,
): ScriptWorld {
  const { idOf } = run.scripts;
  let last: Promise<unknown> = Promise.resolve();
  return {
    run,
    signal: AbortSignal.any([run.signal, signal]),
    uploads: createUploads(),
    awaited: new Map(),
    inTurn(act) {
      const acting = last.then(act, act);
      last = acting.catch(() => undefined);
      return acting;
    },
    log,
    idOf,
    pageOf(id) {
      const watched = run.pages.open().find((open) => idOf(open) === id);
      if (watched) return watched;
      throw new CallFailedError('The page is closed. Open pages are in context.pages.');
    },
  };
}

/** In an expression that a script assembled, braces are literal. */
const literally = { resolve: ({ source }: { readonly source: string }) => source };

function readExpression(
  { run }: ScriptWorld,
  { expression, has_placeholders: isAuthors }: ElementPlace,
): LocatorExpression {
  return parseLocator(expression, isAuthors ? run.bindings : literally);
}

/** Opens a search for the elements of a call; its timeout starts now. */
export async function openSearch(world: ScriptWorld, place: ElementPlace): Promise<Search> {
  const { run, signal } = world;
  const watched = world.pageOf(place.page);
  const expression = readExpression(world, place);
  await waitForCommit(watched, signal);
  const resolver = await run.resolverOf(watched.page);
  return { watched, resolver, expression, deadline: createDeadline(place.timeout, signal) };
}

/** The single element of a call. */
export async function openElement(world: ScriptWorld, place: ElementPlace): Promise<ActingElement> {
  return toElement(await openSearch(world, place));
}

/** Options for images: fields that contain secrets are masked. */
export function imagesOf({ run, signal }: ScriptWorld) {
  return { secrets: run.secrets, signal };
}

/** Called after an act: a resulting navigation or window is part of it. */
export async function settle({ run, signal }: ScriptWorld, watched: WatchedPage): Promise<void> {
  if (!watched.page.isClosed()) await waitForConsequences(watched, signal);
  await run.pages.settle(signal);
}

export function deadlineOf(
  world: ScriptWorld,
  { timeout }: { readonly timeout: number },
): Deadline {
  return createDeadline(timeout, world.signal);
}
