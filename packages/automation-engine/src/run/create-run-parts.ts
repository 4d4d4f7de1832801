import type { JsonValue } from '@errand/foundation';
import type { Scope } from '@errand/expressions';
import { createEgressGuard } from '@errand/egress-guard';
import type { AgentBounds } from '../capabilities/agents/agent-run.ts';
import { askModel } from '../capabilities/models/ask-model.ts';
import { guardModels } from '../capabilities/models/guard-models.ts';
import type { ModelRun } from '../capabilities/models/model-run.ts';
import type { RunScripts } from '../capabilities/scripts/run-scripts.ts';
import type { CodeRun } from '../capabilities/two-factor/code-run.ts';
import type { Automation } from '../document/automation-schema.ts';
import type { PageRun } from '../page/page-run.ts';
import type { DialogAnswers } from '../page/pages/dialog-answers.ts';
import type { NetworkLog } from '../page/pages/network-log.ts';
import { createLoopStatuses } from '../reports/loop-status.ts';
import { createRunOutput } from '../reports/run-output.ts';
import { createStepRecord } from '../reports/step-record.ts';
import { createStepReports } from '../reports/step-reports.ts';
import type { RunLimits } from '../run-limits.ts';
import { readerOf } from '../screen/read-texts.ts';
import type { ScreenRun } from '../screen/screen-run.ts';
import type { RunTrace } from '../traces/run-trace.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type { OutputRun } from './create-output-actions.ts';
import { desktopOfRun } from './desktop-of-run.ts';
import { nameAddresses } from './name-addresses.ts';
import type { PicturedRun } from './pictured-run.ts';
import type { PrivateHandler } from './private-handler.ts';
import type { RunDependencies } from './run-dependencies.ts';
import type { RunParts } from './run-parts.ts';
import type { StepRun } from './run-step.ts';
import type { Watched } from './watch-run.ts';

/** What was given to a run, and what it has opened. */
interface Opened {
  readonly dependencies: RunDependencies;
  readonly secrets: RunSecrets;
  readonly limits: RunLimits;
  readonly resolverOf: PageRun['resolverOf'];
  readonly network: NetworkLog;
  readonly scripts: RunScripts;
  readonly dialogs: DialogAnswers;
  readonly trace: RunTrace | undefined;
  readonly watched: Watched;
  readonly inputParameters: Scope['inputParameters'];
  readonly variables: Record<string, JsonValue>;
  readonly sentByPerson: Set<string>;
}

/** Creates the slices of a run from what it was given and what it has opened. */
export function createRunParts(automation: Automation, opened: Opened): RunParts {
  const { dependencies, network, dialogs, limits } = opened;
  const { pages, signal } = opened.watched;
  const { logger, privateHandlers } = dependencies;
  const screen = createScreen(automation, opened);
  const steps = createSteps(screen, opened);
  const model = createModel(automation, screen, opened);
  return {
    elements: { signal, pages, resolverOf: opened.resolverOf, redact: opened.secrets.redact },
    screen,
    model,
    bounds: createBounds(automation, opened),
    files: createFiles(steps.pictures, opened),
    scripts: createScripts(automation, opened),
    network,
    human: createHuman(opened),
    code: createCode(model, opened),
    output: createOutput(opened),
    steps,
    nodes: {
      dialogs,
      loopStatuses: createLoopStatuses({
        limits,
        onFull: () => logger.warn('status of further loop iterations left out'),
      }),
      handlers: privateHandlers ?? new Map<string, PrivateHandler>(),
    },
  };
}

function createScreen(
  automation: Automation,
  { dependencies, secrets, watched: { pages, signal } }: Opened,
): ScreenRun {
  const { egress = createEgressGuard({ allowPrivateAddresses: false }) } = dependencies;
  return {
    signal,
    pages,
    hasPages: dependencies.page !== undefined,
    desktop: desktopOfRun(automation, dependencies),
    readTexts: readerOf(dependencies.desktop),
    secrets,
    egress,
  };
}

function createSteps(
  screen: ScreenRun,
  { dependencies, secrets, limits, trace, watched: { activity, pages, signal } }: Opened,
): StepRun {
  let picturesLeft = limits.maxPictureEvidence;
  return {
    signal,
    pages,
    pictures: {
      ...screen,
      secrets,
      limits,
      redact: secrets.redact,
      screenshots: [],
      takesPictureEvidence: () => picturesLeft-- > 0,
    },
    activity,
    dependencies,
    secrets,
    trace,
    stepRecord: createStepRecord(),
    stepReports: createStepReports(dependencies.onEvent),
  };
}

function createModel(
  automation: Automation,
  screen: ScreenRun,
  { dependencies, secrets, limits }: Opened,
): ModelRun {
  const { models, onModelCall: onCall } = dependencies;
  const { redact } = secrets;
  return {
    ...screen,
    models: models && guardModels(models, { redact, onCall }),
    redact,
    secrets,
    limits,
    removeEmptyNodes: automation.remove_empty_nodes_in_axtree,
  };
}

function createBounds(
  automation: Automation,
  { inputParameters, watched: { fencePost } }: Opened,
): AgentBounds {
  return { fencePost, namedAddresses: nameAddresses(automation), inputParameters };
}

function createFiles(
  pictures: PicturedRun,
  { dependencies, secrets, limits, watched: { downloads, pages, signal } }: Opened,
): RunParts['files'] {
  const { downloadsDirectory, inputFiles = [] } = dependencies;
  const { egress } = pictures;
  return {
    signal,
    pages,
    downloads,
    downloadsDirectory,
    inputFiles,
    secrets,
    limits,
    egress,
    pictures,
  };
}

function createScripts(
  automation: Automation,
  { dependencies, scripts, watched: { activity, signal } }: Opened,
): RunParts['scripts'] {
  return {
    signal,
    sandbox: dependencies.scripts,
    scripts,
    secretNames: new Set(Object.keys(automation.parameters.secure_parameters)),
    activity,
    removeEmptyNodes: automation.remove_empty_nodes_in_axtree,
    uniqueParameters: dependencies.uniqueParameters ?? {},
  };
}

function createHuman({
  dependencies,
  variables,
  sentByPerson,
  secrets,
  watched: { activity, pages, signal },
}: Opened): RunParts['human'] {
  const { humanInTheLoop, recordPerson, onHumanEvent } = dependencies;
  const { noteLog } = activity;
  return {
    signal,
    pages,
    variables,
    sentByPerson,
    secrets,
    noteLog,
    humanInTheLoop,
    recordPerson,
    onHumanEvent,
  };
}

function createCode(model: ModelRun, { dependencies, secrets }: Opened): CodeRun {
  return {
    signal: model.signal,
    twoFactor: { windowStart: new Date(), usedMessageIds: new Set() },
    messages: dependencies.messages,
    secrets,
    askModel: model.models && ((question) => askModel(model, question)),
  };
}

function createOutput({ dependencies, secrets, limits, variables, watched }: Opened): OutputRun {
  const { activity } = watched;
  const output = createRunOutput(limits, secrets);
  return { output, variables, secrets, activity, logger: dependencies.logger };
}
