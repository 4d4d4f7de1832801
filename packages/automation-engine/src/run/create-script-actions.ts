import { abortable, type JsonValue } from '@errand/foundation';
import type { ScriptActs } from '../actions/action-context.ts';
import { readModelTree } from '../page/model-tree/read-model-tree.ts';
import { waitForCommit } from '../page/pages/wait-until-quiet.ts';
import type { ScriptRun } from '../capabilities/scripts/script-run.ts';
import { answerCall } from '../capabilities/scripts/script-calls.ts';
import { ScriptsMissingError } from '../capabilities/scripts/script-action-errors.ts';
import {
  findScriptPlaceholders,
  plainValues,
} from '../capabilities/scripts/script-placeholders.ts';
import { createScriptWorld } from '../capabilities/scripts/script-world.ts';

/** Default timeout of a script's calls, as in Playwright. */
const CALL_TIMEOUT_MS = 30_000;

/** Runs the scripts of an action. */
export function createScriptActions(run: ScriptRun): ScriptActs {
  return {
    runScript: (script) => abortable(runScript(run, script), run.signal),
    runPowershell: (commands, options) => runPowershell(run, commands, options),
  };
}

async function runScript(
  run: ScriptRun,
  { source, gives, timeoutSeconds }: Parameters<ScriptActs['runScript']>[0],
): Promise<JsonValue> {
  const { sandbox, scope, scripts, signal } = run;
  if (!sandbox) throw new ScriptsMissingError();
  const over = new AbortController();
  const log = (line: string) => run.activity.noteLog(run.calls.redact(line));
  const world = createScriptWorld(run.calls, { signal: over.signal, log });
  const job = {
    source,
    gives,
    timeoutSeconds,
    callTimeoutMs: CALL_TIMEOUT_MS,
    placeholders: findScriptPlaceholders(run, source),
    inputParameters: plainValues(scope.inputParameters),
    variables: plainValues(scope.generatedVariables),
    uniqueParameters: run.uniqueParameters,
    state: scripts.state,
    ...(gives.includes('axtree') && { axtree: await readTree(run) }),
  };
  try {
    const host = {
      onPrint: log,
      call: (method: string, params: unknown) => answerCall(world, method, params),
    };
    const ended = await sandbox.run(job, host, signal);
    scripts.state = ended.state;
    if (ended.error) throw ended.error;
    return ended.value;
  } finally {
    over.abort(new Error('The script has ended.'));
  }
}

async function readTree({ calls, removeEmptyNodes, signal }: ScriptRun): Promise<string> {
  const { pages, redact } = calls;
  await waitForCommit(pages.current(), signal);
  const { text } = await readModelTree(pages.current().page, { removeEmptyNodes, redact, signal });
  return text;
}

async function runPowershell(
  run: ScriptRun,
  commands: readonly string[],
  { exits }: { readonly exits: boolean },
): Promise<void> {
  const { scripts, signal } = run;
  const onPrint = (line: string) => run.activity.noteLog(run.calls.redact(line));
  let isUsable = false;
  try {
    const shell = await scripts.openShell();
    await shell.run(commands, { onPrint, signal });
    isUsable = true;
  } finally {
    if (exits || !isUsable) await scripts.closeShell();
  }
}
