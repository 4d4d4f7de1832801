import type { JsonSchema, Tool, ToolCall } from '@errand/language-models';
import { z } from 'zod';
import type { TargetElement } from '../../page/acting/element-acts.ts';
import type { ModelTree } from '../../page/model-tree/read-model-tree.ts';
import type { AgentRun } from './agent-run.ts';
import type { OriginList } from './allowed-origins.ts';

/** What a tool can reach: the page, but none of the task's values. */
export interface AgentContext {
  readonly run: AgentRun;
  readonly origins: OriginList;
  /** The page as the agent sees it now. */
  readonly tree: ModelTree;
  /** The element at an index. Its frame must belong to an origin that the agent may act in. */
  readonly element: (index: number) => TargetElement;
}

/** What is reported to the agent, or how the agent ended. */
export type ToolAnswer =
  | { readonly state: 'told'; readonly text: string }
  | { readonly state: 'ended'; readonly isSuccess: boolean; readonly summary: string };

export interface AgentTool {
  readonly description: Tool;
  readonly run: (context: AgentContext, input: ToolCall['input']) => Promise<ToolAnswer>;
}

interface ToolDefinition<Params extends z.ZodType> {
  readonly name: string;
  /** One sentence, for the model. */
  readonly summary: string;
  readonly params: Params;
  /** Returns the text for the agent. Errors are reported to the agent too. */
  readonly run: (context: AgentContext, params: z.output<Params>) => Promise<string | ToolAnswer>;
}

export function defineTool<Params extends z.ZodType>({
  name,
  summary,
  params,
  run,
}: ToolDefinition<Params>): AgentTool {
  return {
    description: { name, description: summary, schema: schemaOf(params) },
    async run(context, input) {
      const parsed = params.safeParse(input);
      if (!parsed.success)
        return tell(`Not done. The input is not valid: ${z.prettifyError(parsed.error)}`);
      const answer = await run(context, parsed.data);
      return typeof answer === 'string' ? tell(answer) : answer;
    },
  };
}

/** Tool params stay within the schema subset that `JsonSchema` describes. */
function schemaOf(params: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(params, { io: 'input' });
  return schema as JsonSchema;
}

export function tell(text: string): ToolAnswer {
  return { state: 'told', text };
}
