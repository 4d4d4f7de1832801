import { abortable, pause } from '@errand/foundation';
import { bindText, parseTemplate } from '@errand/expressions';
import type { ActionContext } from '../actions/action-context.ts';
import type { DownloadParams } from '../page/downloads/download-params.ts';
import { typeSecret } from '../page/acting/type-secret.ts';
import { typeOnScreen } from '../screen/type-on-screen.ts';
import { bindMetadata } from '../page/downloads/bind-metadata.ts';
import { navigate } from '../page/pages/navigate.ts';
import { readPageState } from '../page/pages/read-page-state.ts';
import type { RunState } from './run-state.ts';
import { bindTypedText, type TypedText } from '../secrets/typed-text.ts';
import { captureScreenshot } from './capture-screenshot.ts';
import { describeTargetStep } from './describe-target-step.ts';
import { actOnTarget, openOther } from './act-on-target.ts';
import { countMatches } from '../page/elements/count-matches.ts';
import { readAll, readFirst, readOneTable } from '../page/elements/read-elements.ts';
import { judgeExpectation } from '../page/elements/judge-expectation.ts';
import { waitForCode } from '../capabilities/two-factor/wait-for-code.ts';
import { solveCaptcha } from '../capabilities/captcha/solve-captcha.ts';
import { createModelActions } from './create-model-actions.ts';
import { createOutsideActions } from './create-outside-actions.ts';
import { createPageActions } from './create-page-actions.ts';
import { createScriptActions } from './create-script-actions.ts';
import type { ActionNode } from '../document/nodes/node.ts';
import type { PlacedNode } from './run-list.ts';
import { waitForHuman } from '../capabilities/human/wait-for-human.ts';

/** The browser gives up a navigation shortly before it tells of the download that came of it. */
const downloadNoticeMs = 1000;

/** What the action of one node can reach. */
export function createActionContext(
  run: RunState,
  { node, path }: PlacedNode<ActionNode>,
): ActionContext {
  const { signal, bindings, pages } = run;
  const bind = (template: string) => bindText(parseTemplate(template), bindings);
  const { unique_identifier: identifier, allow_none: allowNone = false } =
    node.extraction_action ?? {};
  const described = describeTargetStep(node, run.desktop);
  return {
    signal,
    bindings,
    text: bind,
    typedText: (template) => bindTypedText(template, run),
    extraction: {
      allowNone,
      outputFields: identifier === undefined ? {} : { unique_identifier: bind(identifier) },
    },
    actOn: (target, act) => actOnTarget({ ...described, run, target, act }),
    openOther: (target, share) => openOther({ ...described, run, target }, share),
    ...createPageActions(run),
    ...createOutsideActions(run),
    ...createModelActions(run),
    ...createScriptActions(run),
    readText: (command, attribute) => readFirst(run, command, attribute),
    readTexts: (command, attribute) => readAll(run, command, attribute),
    readTable: (command) => readOneTable(run, command),
    noteLog: run.activity.noteLog,
    judge: (expectation) => judgeExpectation(run, expectation),
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
    return navigation.isNavigating() || network.inFlight().length > 0;
  };
  await downloads.claim(startedCount, wanted, { limits, signal, isLoading });
}

async function goTo(
  run: RunState,
  url: string,
  { newTab = false }: { readonly newTab?: boolean } = {},
): Promise<void> {
  const { pages, downloads, limits, signal } = run;
  const current = pages.current().page;
  const page = newTab ? await abortable(current.browserContext().newPage(), signal) : current;
  if (newTab) await pages.settle(signal);
  const { startedCount } = downloads;
  await navigate(page, url, {
    signal,
    timeoutMs: limits.navigationMs,
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
