import { ModelBudgetExceededError } from '../language-model-errors.ts';
import type { ModelUsage, ModelUsageOfModel, ModelUsageRecord } from '../language-models.ts';
import { costOf } from './prices.ts';
import type { PriceTable } from '../language-model-config.ts';

export interface TokenCount {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Model usage of one task. */
export interface UsageAccount {
  /**
   * Makes one request if the budget allows it. With a budget, the requests of a task are
   * serialised, so that each is checked against the usage of all earlier ones. Throws
   * `ModelBudgetExceededError`.
   */
  readonly spend: <Outcome extends { readonly tokens: TokenCount }>(
    model: string,
    request: () => Promise<Outcome>,
  ) => Promise<Outcome & { readonly usage: ModelUsage }>;
  readonly usage: () => ModelUsageRecord;
}

export interface AccountOptions {
  readonly prices: PriceTable;
  readonly budgetUsd?: number | undefined;
  readonly budgetTokens?: number | undefined;
  /** Usage of earlier attempts of the task. */
  readonly spent?: readonly ModelUsageOfModel[] | undefined;
}

export function createUsageAccount(options: AccountOptions): UsageAccount {
  const { prices, budgetUsd, budgetTokens, spent } = options;
  const models = new Map<string, ModelUsageOfModel>();
  for (const entry of spent ?? []) models.set(entry.model, entry);
  const usage = (): ModelUsageRecord => sumUp([...models.values()]);
  const inTurn = budgetUsd === undefined && budgetTokens === undefined ? atOnce : createTurns();
  return {
    usage,
    spend: (model, request) =>
      inTurn(async () => {
        assertAffordable(model, options, usage());
        const outcome = await request();
        const used = { ...outcome.tokens, costUsd: costOf(prices[model], outcome.tokens) };
        models.set(model, addUsage(models.get(model) ?? emptyUsage(model), used));
        return { ...outcome, usage: used };
      }),
  };
}

function assertAffordable(
  model: string,
  { prices, budgetUsd, budgetTokens }: AccountOptions,
  { inputTokens, outputTokens, costUsd, models }: ModelUsageRecord,
): void {
  const tokens = inputTokens + outputTokens;
  if (budgetTokens !== undefined && tokens >= budgetTokens) {
    throw new ModelBudgetExceededError(
      `The task has used ${tokens} tokens of language models and may use ${budgetTokens} (LLM_BUDGET_TOKENS), so "${model}" was not called.`,
    );
  }
  if (budgetUsd === undefined) return;
  const unpriced = prices[model] ? models.find((used) => used.costUsd === null)?.model : model;
  if (costUsd === null || unpriced !== undefined) {
    throw new ModelBudgetExceededError(
      `The price of the model "${unpriced ?? model}" is not known, so a call of "${model}" could exceed LLM_BUDGET_USD: set its price in LLM_PRICES or LLM_PRICES_FILE, or set LLM_BUDGET_TOKENS instead.`,
    );
  }
  if (costUsd >= budgetUsd) {
    throw new ModelBudgetExceededError(
      `The task has spent ${costUsd.toFixed(4)} US dollars on language models and may spend ${budgetUsd} (LLM_BUDGET_USD), so "${model}" was not called.`,
    );
  }
}

function sumUp(models: readonly ModelUsageOfModel[]): ModelUsageRecord {
  const total = models.reduce(addUsage, { ...emptyUsage(''), models });
  return {
    calls: total.calls,
    inputTokens: total.inputTokens,
    outputTokens: total.outputTokens,
    costUsd: total.costUsd,
    models,
  };
}

function emptyUsage(model: string): ModelUsageOfModel {
  return { model, calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
}

function addUsage<Total extends ModelUsageOfModel>(
  total: Total,
  more: ModelUsage & { readonly calls?: number },
): Total {
  return {
    ...total,
    calls: total.calls + (more.calls ?? 1),
    inputTokens: total.inputTokens + more.inputTokens,
    outputTokens: total.outputTokens + more.outputTokens,
    costUsd: total.costUsd === null || more.costUsd === null ? null : total.costUsd + more.costUsd,
  };
}

type InTurn = <Result>(act: () => Promise<Result>) => Promise<Result>;

const atOnce: InTurn = (act) => act();

function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return async (act) => {
    const before = last;
    const mine = before.then(act, act);
    last = mine.catch(() => undefined);
    return mine;
  };
}
