import type { RunDependencies } from '@errand/automation-engine';
import { type Desktop, type StillOptions, waitUntilStill } from '@errand/desktop';
import { RemoteDesktopLoggedOffError } from './remote-desktop-errors.ts';
import { watchInputs } from './watch-inputs.ts';

/** Settling time for a window to open or a command to print. */
const STILL = { quietMs: 500, timeoutMs: 10_000 };
const CLOSE_MS = 2_000;

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
  const enter = async (line: string, still: StillOptions, signal: AbortSignal): Promise<void> => {
    await desktop.typeText(`${line}\n`, signal);
    await waitUntilStill(desktop, still, signal);
  };
  const open = async () => {
    await desktop.pressTogether(['Meta', 'r'], stop);
    await waitUntilStill(desktop, STILL, stop);
    await enter('powershell', STILL, stop);
    let inputsOfShell = inputs;
    return {
      async run(commands: readonly string[], { signal }: { readonly signal: AbortSignal }) {
        for (const command of commands) await enter(command.replaceAll('\r', ''), STILL, signal);
        inputsOfShell = inputs;
      },
      async [Symbol.asyncDispose]() {
        // After other input, another window may have the keyboard focus.
        if (stop.aborted || inputs !== inputsOfShell) return;
        try {
          await enter('exit', { ...STILL, timeoutMs: CLOSE_MS }, stop);
        } catch (error) {
          // The commands have logged off, which ended the shell.
          if (!(error instanceof RemoteDesktopLoggedOffError)) throw error;
        }
      },
    };
  };
  return { desktop, powershell: { open } };
}
