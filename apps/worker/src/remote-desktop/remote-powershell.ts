import type { RunDependencies } from '@errand/automation-engine';
import { type Desktop, waitUntilStill } from '@errand/desktop';
import { openDeadline } from '@errand/foundation';
import { watchInputs } from './watch-inputs.ts';

/** For a window to open, or a command to print. */
const STILL = { quietMs: 500, timeoutMs: 10_000 };
const CLOSE_DEADLINE_MS = 3_000;

/**
 * The desktop, and a PowerShell whose commands are typed on it. It is opened as a person would: Windows key and R, then
 * `powershell`. What commands print is on the screen only, and whether one failed nobody knows.
 */
export function withTypedCommands(
  given: Desktop,
  stop: AbortSignal,
): Required<Pick<RunDependencies, 'desktop' | 'powershell'>> {
  let inputs = 0;
  const desktop = watchInputs(given, () => {
    inputs += 1;
  });
  const enter = async (line: string, signal: AbortSignal): Promise<void> => {
    await desktop.typeText(`${line}\n`, signal);
    await waitUntilStill(desktop, STILL, signal);
  };
  const open = async () => {
    await desktop.pressTogether(['Meta', 'r'], stop);
    await waitUntilStill(desktop, STILL, stop);
    await enter('powershell', stop);
    let inputsOfShell = inputs;
    return {
      async run(commands: readonly string[], { signal }: { readonly signal: AbortSignal }) {
        for (const command of commands) await enter(command.replaceAll('\r', ''), signal);
        inputsOfShell = inputs;
      },
      async [Symbol.asyncDispose]() {
        // Another window may have the keyboard by now.
        if (stop.aborted || inputs !== inputsOfShell) return;
        using deadline = openDeadline(stop, CLOSE_DEADLINE_MS);
        await enter('exit', deadline.signal);
      },
    };
  };
  return { desktop, powershell: { open } };
}
