import {
  bindPlaceholder,
  createBindings,
  createTextBudget,
  parseTemplate,
} from '@errand/expressions';
import type { OriginList } from './allowed-origins.ts';
import type { AgentBounds } from './agent-run.ts';

/**
 * Lists the origins named by the automation, by the agent's task and by the page where it starts.
 * Page content must never add to them, so variables that may originate from a page are not bound
 * here.
 */
export function listOrigins(
  { namedAddresses, inputParameters }: Omit<AgentBounds, 'fencePost'>,
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

/**
 * Returns the origin of an http(s) address or of a document that such a page created; undefined
 * otherwise.
 */
export function originOf(url: string): string | undefined {
  const origin = URL.parse(url)?.origin;
  return origin?.startsWith('http') ? origin : undefined;
}
