import type { JsonValue } from '@errand/foundation';
import type { Powershell, PowershellSession } from '@errand/script-sandbox';
import type { WatchedPage } from '../../page/pages/watched-page.ts';
import { PowershellMissingError } from './script-action-errors.ts';

/** What the scripts of one run share. */
export interface RunScripts extends AsyncDisposable {
  /** `ctx.state` as the last script left it. */
  state: Readonly<Record<string, JsonValue>>;
  /** The name of a page, the same in all scripts. */
  readonly idOf: (page: WatchedPage) => string;
  /** The shell that an earlier step left open, or a new one. */
  readonly openShell: () => Promise<PowershellSession>;
  readonly closeShell: () => Promise<void>;
}

export function createRunScripts(powershell: Powershell | undefined): RunScripts {
  const ids = new WeakMap<WatchedPage, string>();
  let lastId = 0;
  let shell: PowershellSession | undefined;
  const closeShell = async () => {
    const open = shell;
    shell = undefined;
    await open?.[Symbol.asyncDispose]();
  };
  return {
    state: {},
    idOf(page) {
      const known = ids.get(page);
      if (known !== undefined) return known;
      lastId += 1;
      ids.set(page, `p${lastId}`);
      return `p${lastId}`;
    },
    async openShell() {
      if (!powershell) throw new PowershellMissingError();
      shell ??= await powershell.open();
      return shell;
    },
    closeShell,
    [Symbol.asyncDispose]: closeShell,
  };
}
