import type { RunDependencies } from '@errand/automation-engine';
import { type Desktop, waitUntilStill } from '@errand/desktop';
import { openDeadline } from '@errand/foundation';
import { watchInputs } from './watch-inputs.ts';

/** Settling time for a window to open or a command to print. */
const STILL = { quietMs: 500, timeoutMs: 10_000 };
const CLOSE_DEADLINE_MS = 3_000;

/**
 * Returns the desktop with a PowerShell whose commands are typed on it. It opens as a person would
 * open it: Windows+R, then `powershell`. Command output appears on the screen only, and failures
 * cannot be detected.
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
        // After other input, another window may have the keyboard focus.
        if (stop.aborted || inputs !== inputsOfShell) return;
        using deadline = openDeadline(stop, CLOSE_DEADLINE_MS);
        await enter('exit', deadline.signal);
      },
    };
  };
  return { desktop, powershell: { open } };
}
