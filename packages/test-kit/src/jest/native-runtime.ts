import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import jestRuntime from 'jest-runtime';
import { endKeptBrowsers, shareBrowsers } from '../kept-browsers.ts';
import { useGlobals } from './globals.ts';

// The package's declarations are those of its CommonJS file, where the class is a member.
const Runtime = jestRuntime as unknown as typeof jestRuntime.default;

const GLOBALS = new URL('globals.ts', import.meta.url).href;
/** State that jest-circus keeps between its functions, keyed by symbol description. */
const KEPT_BY_FRAMEWORK = new Set<string | undefined>(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL']);

/** The first member of jest's last message to a process that runs tests; see jest-worker. */
const END_MESSAGE = 2;
const LONGEST_END_MS = 300;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});

shareBrowsers();
process.on('message', exitAtLastMessage);

/**
 * Makes Node load the test files and their imports as it loads the apps: from TypeScript and once
 * per process. Jest's own loader would recompile them, and every package they import, for each test
 * file. Module-level state is therefore shared by the test files of a process.
 */
// oxlint-disable-next-line import/no-default-export -- jest's interface
export default class NativeRuntime extends Runtime {
  override unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  override async unstable_importModule(path: string): Promise<unknown> {
    return import(pathToFileURL(path).href);
  }

  override setGlobalsForRuntime(globals: Parameters<typeof useGlobals>[0]): void {
    useGlobals(globals);
  }

  /** Reloads Jest's test framework, which must be fresh for each test file. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- jest's interface
  override requireInternalModule<Module>(path: string): Module {
    const require = createRequire(path);
    delete require.cache[path];
    forgetEarlierTests();
    return require(path);
  }

  override teardown(): void {
    super.teardown();
    // Jest gives the process half a second to exit.
    flushCompileCache();
  }
}

function forgetEarlierTests(): void {
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    if (KEPT_BY_FRAMEWORK.has(symbol.description)) Reflect.deleteProperty(globalThis, symbol);
  }
}

/** Jest waits half a second, so the process exits even if its browser has not ended by then. */
function exitAtLastMessage(message: unknown): void {
  if (!Array.isArray(message) || message[0] !== END_MESSAGE) return;
  process.removeListener('message', exitAtLastMessage);
  setTimeout(() => process.exit(), LONGEST_END_MS).unref();
  void endKeptBrowsers();
}
