import { StartError } from '@errand/app-runtime';
import type { PrivateHandler, PrivateHandlers } from '@errand/automation-engine';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The plug-in folder is unusable. The worker refuses to start with only part of it. */
export class PrivateHandlersError extends StartError {
  override readonly code = 'private_handlers_invalid';
}

interface NamedHandler {
  readonly name: string;
  readonly handler: PrivateHandler;
  readonly file: string;
}

/** Loads every module of the folder in name order. Without a folder there are no plug-ins. */
export async function loadPrivateHandlers(directory: string | undefined): Promise<PrivateHandlers> {
  if (directory === undefined) return new Map();
  const loaded = new Map<string, NamedHandler>();
  for (const file of await listModules(directory)) {
    for (const named of await loadModule(join(resolve(directory), file))) {
      const first = loaded.get(named.name);
      if (first) {
        throw new PrivateHandlersError(
          `The handler "${named.name}" is in ${first.file} and in ${named.file}. Rename one of them.`,
        );
      }
      loaded.set(named.name, named);
    }
  }
  return new Map([...loaded].map(([name, { handler }]) => [name, handler]));
}

async function listModules(directory: string): Promise<string[]> {
  try {
    const files = await readdir(directory);
    return files
      .filter((file) => /\.(mjs|js|ts)$/.test(file) && !/\.(d|test)\./.test(file))
      .toSorted();
  } catch (error) {
    throw new PrivateHandlersError(
      `PRIVATE_HANDLERS_DIRECTORY is "${directory}", which cannot be read. Create the folder, or leave the setting out.`,
      { cause: error },
    );
  }
}

async function loadModule(file: string): Promise<NamedHandler[]> {
  const { handlers } = await importModule(file);
  if (typeof handlers !== 'object' || handlers === null || Array.isArray(handlers)) {
    throw new PrivateHandlersError(
      `${file} does not export "handlers". Write: export const handlers = { 'portal.action': async (inputs, context) => ... }`,
    );
  }
  return Object.entries(handlers).map(([name, handler]) => {
    if (isHandler(handler)) return { name, handler, file };
    throw new PrivateHandlersError(
      `The handler "${name}" in ${file} is not a function but ${handler === null ? 'null' : `of type ${typeof handler}`}.`,
    );
  });
}

async function importModule(file: string): Promise<{ readonly handlers?: unknown }> {
  try {
    const module: { readonly handlers?: unknown } = await import(pathToFileURL(file).href);
    return module;
  } catch (error) {
    const reason = Error.isError(error) ? error.message : String(error);
    throw new PrivateHandlersError(`${file} cannot be loaded: ${reason}`, { cause: error });
  }
}

function isHandler(value: unknown): value is PrivateHandler {
  return typeof value === 'function';
}
