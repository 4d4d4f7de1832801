import {
  bindPlaceholder,
  createBindings,
  createTextBudget,
  parseTemplate,
} from '@errand/expressions';
import type { OriginList } from './allowed-origins.ts';
import type { AgentRun } from './agent-run.ts';

/**
 * The origins that the automation, the task of the agent and the page where it begins name. Nothing that a page says
 * adds to them, so variables that may come from one have no value here.
 */
export function listOrigins(
  { namedAddresses, scope: { inputParameters } }: Pick<AgentRun, 'namedAddresses' | 'scope'>,
  { taskTemplate, currentUrl }: { readonly taskTemplate: string; readonly currentUrl: string },
): OriginList {
  const bindings = createBindings({ inputParameters, generatedVariables: {} });
  const bind = (template: string) => {
    const spend = createTextBudget(template);
    return parseTemplate(template)
      .segments.map((segment) => {
        if (segment.kind === 'text') return spend(segment.text);
        return spend(bindPlaceholder(segment.placeholder, bindings) ?? '');
      })
      .join('');
  };
  const named = bind(taskTemplate).match(/https?:\/\/[^\s"'<>)\]]+/g) ?? [];
  const urls = [...namedAddresses.map(bind), ...named, currentUrl];
  const known = new Set(urls.flatMap((url) => originOf(url.trim()) ?? []));
  return { origins: [...known], has: (url) => known.has(originOf(url) ?? '') };
}

/** Of http and https addresses, and of documents that such a page made itself; undefined for anything else. */
export function originOf(url: string): string | undefined {
  const origin = URL.parse(url)?.origin;
  return origin?.startsWith('http') ? origin : undefined;
}
