import { bindText, parseTemplate } from '@errand/expressions';
import { describeLocator, type LocatorExpression, parseLocator } from '@errand/locators';
import type { ActionContext, DownloadParams } from '../action-context.ts';
import { type ActingElement, onElement } from '../acting/acting-element.ts';
import { inPage } from '../acting/in-page/page-script.ts';
import { readElementText } from '../acting/in-page/read-text.ts';
import { typeSecret } from '../acting/type-secret.ts';
import { abortable, createDeadline, pause } from '../deadline.ts';
import { typeOnScreen } from '../desktop/type-on-screen.ts';
import { bindMetadata } from '../downloads/bind-metadata.ts';
import { LocatorNotFoundError } from '../errors.ts';
import { navigate } from '../pages/navigate.ts';
import { onCurrentPage } from '../pages/on-current-page.ts';
import { readPageState } from '../pages/read-page-state.ts';
import { waitForCommit } from '../pages/wait-until-quiet.ts';
import type { RunState } from '../run-state.ts';
import { bindTypedText, type TypedText } from '../secrets/typed-text.ts';
import { captureScreenshot } from '../screenshots/capture-screenshot.ts';
import { actOnTarget } from '../targets/act-on-target.ts';
import { countMatches } from '../targets/count-matches.ts';
import { findFirstElement, type Search } from '../targets/find-element.ts';
import { waitForCode } from '../two-factor/wait-for-code.ts';
import { solveCaptcha } from '../captcha/solve-captcha.ts';
import { createModelActions } from './create-model-actions.ts';
import { createOutsideActions } from './create-outside-actions.ts';
import { createPageActions } from './create-page-actions.ts';
import { createScriptActions } from './create-script-actions.ts';
import type { ActionNode } from './node.ts';
import type { PlacedNode } from './run-list.ts';
import { waitForHuman } from './wait-for-human.ts';

const extractionTimeoutMs = 5000;
/** The browser gives up a navigation shortly before it tells of the download that came of it. */
const downloadNoticeMs = 1000;
const readTextInPage = inPage(readElementText);

/** What the action of one node can reach. */
export function createActionContext(
  run: RunState,
  { node, path }: PlacedNode<ActionNode>,
): ActionContext {
  const { signal, bindings, pages } = run;
  const bind = (template: string) => bindText(parseTemplate(template), bindings);
  const { unique_identifier: identifier, allow_none: allowNone = false } =
    node.extraction_action ?? {};
  return {
    signal,
    bindings,
    text: bind,
    typedText: (template) => bindTypedText(template, run),
    extraction: {
      allowNone,
      outputFields: identifier === undefined ? {} : { unique_identifier: bind(identifier) },
    },
    actOn: (target, act) => actOnTarget({ run, node, target, act }),
    ...createPageActions(run),
    ...createOutsideActions(run),
    ...createModelActions(run),
    ...createScriptActions(run),
    readText: (command) => readText(run, command),
    countMatches: (command, { timeoutMs }) => countMatches(run, command, timeoutMs),
    mayDownload: (params, act) => mayDownload(run, params, act),
    currentPage: () => pages.current().page,
    readPageState: () => abortable(readPageState(pages.current().page), signal),
    goTo: (url, options) => goTo(run, url, options),
    pressKeys: (text) => pressKeys(run, text),
    pause: (durationMs) => pause(durationMs, signal),
    waitForHuman: ({ maxWaitMs }) => waitForHuman(run, path, maxWaitMs),
    solveCaptcha: (captcha) => solveCaptcha(run, captcha),
    async waitForCode(variable, request) {
      run.variables[variable] = [await waitForCode(run, request)];
    },
    addOutput: run.output.add,
    setVariable(name, values) {
      run.variables[name] = run.secrets.redactJson(values);
    },
    takeScreenshot: ({ filename, isFullPage }) =>
      captureScreenshot(run, { kind: 'screenshot', filename, isFullPage }),
  };
}

async function readText(run: RunState, command: string): Promise<string | undefined> {
  const expression = parseLocator(command, run.bindings);
  const attempt = async () => {
    const search = await beginSearch(run, expression, extractionTimeoutMs);
    const element = { ...describeSearch(search), find: () => findFirstElement(search) };
    const { text } = await onElement(element, async (handle) => ({
      state: 'read',
      text: await handle.evaluate(readTextInPage),
    }));
    return text;
  };
  try {
    return await onCurrentPage(run.pages, attempt);
  } catch (error) {
    if (error instanceof LocatorNotFoundError) return undefined;
    throw error;
  }
}

/** The time of a search does not begin before the page that it is for is there. */
async function beginSearch(
  run: RunState,
  expression: LocatorExpression,
  timeoutMs: number,
): Promise<Search> {
  const watched = run.pages.current();
  await waitForCommit(watched, run.signal);
  const resolver = await run.resolverOf(watched.page);
  return { watched, resolver, expression, deadline: createDeadline(timeoutMs, run.signal) };
}

function describeSearch({ watched, expression, deadline }: Search): Omit<ActingElement, 'find'> {
  const { page, pointer } = watched;
  return { page, pointer, deadline, locator: describeLocator(expression), isVerified: true };
}

async function mayDownload(
  run: RunState,
  params: DownloadParams,
  act: () => Promise<void>,
): Promise<void> {
  const { downloads, limits, signal, pages, bindings } = run;
  if (!params.expect_download) return act();
  const { download_filename: filename, download_metadata: metadata } = params;
  const wanted = {
    filename: filename && bindText(parseTemplate(filename), bindings),
    metadata: metadata && (() => bindMetadata(metadata, bindings)),
  };
  const { startedCount } = downloads;
  await act();
  const isLoading = () => {
    const { navigation, network } = pages.current();
    return navigation.isNavigating() || network.inFlightCount() > 0;
  };
  await downloads.claim(startedCount, wanted, { limits, signal, isLoading });
}

async function goTo(
  run: RunState,
  url: string,
  { newTab = false }: { readonly newTab?: boolean } = {},
): Promise<void> {
  const { pages, downloads, signal } = run;
  const current = pages.current().page;
  const page = newTab ? await abortable(current.browserContext().newPage(), signal) : current;
  if (newTab) await pages.settle(signal);
  const { startedCount } = downloads;
  await navigate(page, url, {
    signal,
    startedDownload: () =>
      downloads.startsBeyond(startedCount, { timeoutMs: downloadNoticeMs, signal }),
  });
}

async function pressKeys(run: RunState, text: TypedText): Promise<void> {
  const { pages, signal, desktop } = run;
  if (desktop) return typeOnScreen(run, desktop, text);
  const { page } = pages.current();
  if (typeof text !== 'string') return typeSecret(page, text, { signal });
  const { keyboard } = page;
  for (const character of text) await abortable(keyboard.type(character), signal);
}
