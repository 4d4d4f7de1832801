import { createLanguageModels, type LanguageModelConfig } from '@errand/language-models';
import { type ModelServer, startModelServer } from '@errand/test-kit/model-server';
import type { RunDependencies } from '../run/run-dependencies.ts';

export interface OpenModels extends AsyncDisposable {
  readonly server: ModelServer;
  /** Run dependencies: models that call the server. */
  readonly dependencies: Required<Pick<RunDependencies, 'models'>>;
}

/** Models of all providers, backed by a scripted server. */
export async function openModels(config: LanguageModelConfig = {}): Promise<OpenModels> {
  const server = await startModelServer();
  const models = createLanguageModels({ ...server.access, retryDelayMs: 5, ...config });
  return {
    server,
    dependencies: { models },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
