import { ModelUnavailableError } from './language-model-errors.ts';
import type { ModelChoice } from './language-models.ts';

export const providerNames = ['gemini', 'openai', 'anthropic', 'openai-compatible'] as const;

export type ProviderName = (typeof providerNames)[number];

export interface ModelName {
  readonly provider: ProviderName;
  readonly model: string;
}

/** Default models by provider. A model on a custom server cannot be guessed. */
const defaultModels: Partial<Record<ProviderName, string>> = {
  gemini: 'gemini-2.5-flash',
  openai: 'gpt-5-mini',
  anthropic: 'claude-sonnet-4-5',
};

const knownPrefixes: readonly (readonly [RegExp, ProviderName])[] = [
  [/^gemini-/u, 'gemini'],
  [/^(gpt-|o\d)/u, 'openai'],
  [/^claude-/u, 'anthropic'],
];

export function formatModelName({ provider, model }: ModelName): string {
  return `${provider}/${model}`;
}

/**
 * Resolves the model of a step or setting: `provider/model`, a model name that implies its
 * provider, or both separately. Missing parts use the defaults. Throws `ModelUnavailableError`.
 */
export function chooseModel(
  choice: Pick<ModelChoice, 'provider' | 'model'>,
  defaults: { readonly provider?: string | undefined; readonly model?: string | undefined },
): ModelName {
  const asked = presentText(choice.model);
  const askedProvider = presentText(choice.provider);
  if (asked) return readModel(asked, askedProvider ?? defaults.provider);
  const defaultName = readDefault(defaults);
  if (!askedProvider || askedProvider === defaultName?.provider) {
    if (defaultName) return defaultName;
  }
  const provider = readProvider(askedProvider ?? defaults.provider ?? 'gemini');
  const model = defaultModels[provider];
  if (model) return { provider, model };
  throw new ModelUnavailableError(
    `No model of the provider "${provider}" is set: specify llm_model_name, or set LLM_MODEL.`,
  );
}

/** Parses `provider/model`; undefined for anything else. */
export function readModelName(name: string): ModelName | undefined {
  const slash = name.indexOf('/');
  const [provider, model] = [name.slice(0, slash), name.slice(slash + 1)];
  return slash > 0 && isProviderName(provider) && model ? { provider, model } : undefined;
}

function readDefault(defaults: { provider?: string | undefined; model?: string | undefined }) {
  return defaults.model ? readModel(defaults.model, defaults.provider) : undefined;
}

function readModel(name: string, provider: string | undefined): ModelName {
  const complete = readModelName(name);
  if (complete) return complete;
  if (provider === 'openai-compatible') return { provider, model: name };
  if (name.includes('/')) return { provider: readProvider(name.split('/')[0] ?? ''), model: name };
  const known = knownPrefixes.find(([prefix]) => prefix.test(name));
  return { provider: known?.[1] ?? readProvider(provider ?? 'gemini'), model: name };
}

function readProvider(name: string): ProviderName {
  if (isProviderName(name)) return name;
  throw new ModelUnavailableError(
    `There is no model provider "${name}". The known ones are ${providerNames.join(', ')}.`,
  );
}

function isProviderName(name: string): name is ProviderName {
  return providerNames.some((known) => known === name);
}

function presentText(text: string | null | undefined): string | undefined {
  return text?.trim() || undefined;
}
