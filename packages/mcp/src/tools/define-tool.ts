import { type Errand, ErrandError } from '@errand/client';
import { findNearestName } from '@errand/foundation';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
  ToolAnnotations,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

/** The control plane that the tools use. */
export interface Service {
  readonly errand: Errand;
  /** URL of the control plane, without a trailing slash. */
  readonly baseUrl: string;
}

/** What a call may use besides its arguments. */
export interface CallContext extends Service {
  /** Fires when the caller cancels or leaves. */
  readonly signal: AbortSignal;
  /** Shows the caller that the call makes progress, if it asked for that. */
  readonly progress: (message: string) => void;
}

interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly annotations: ToolAnnotations;
  readonly run: (args: z.output<Input>, context: CallContext) => Promise<CallToolResult>;
}

/** Adds a tool to a server. */
export type Tool = (server: McpServer, service: Service) => void;

/**
 * Defines a tool whose errors are results, so that the agent reads them. It refuses arguments that
 * it does not know: an agent that gives `dry_run` must not start a task.
 */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { name, title, description, input, annotations, run } = definition;
  return (server, service) => {
    const inputSchema = refuseUnknown(name, input);
    const config = { title, description, inputSchema, annotations };
    server.registerTool(name, config, async (args, extra) => {
      const context = { ...service, signal: extra.signal, progress: reportTo(extra) };
      try {
        return await run(args as z.output<Input>, context);
      } catch (error) {
        return { content: [{ type: 'text', text: explain(error) }], isError: true };
      }
    });
  };
}

function refuseUnknown(tool: string, { shape }: z.ZodObject): z.ZodObject {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => describeUnknown(tool, key, known)).join(' ')
        : undefined,
  });
}

function describeUnknown(tool: string, key: string, known: readonly string[]): string {
  const nearest = findNearestName(key, known);
  const meant =
    nearest === undefined ? `It takes ${known.join(', ')}.` : `Did you mean "${nearest}"?`;
  return `${tool} has no argument "${key}". ${meant}`;
}

/** Returns a value for programs, and the same as text for agents. */
export function answer(value: object, ...more: CallToolResult['content']): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(value, undefined, 1) }, ...more],
    structuredContent: value as Record<string, unknown>,
  };
}

function explain(error: unknown): string {
  if (!(error instanceof ErrandError))
    return error instanceof Error ? error.message : String(error);
  const facts = [error.code, error.requestId && `request ${error.requestId}`].filter(Boolean);
  return facts.length === 0 ? error.message : `${error.message} (${facts.join(', ')})`;
}

function reportTo({
  _meta: meta,
  sendNotification,
}: RequestHandlerExtra<ServerRequest, ServerNotification>): CallContext['progress'] {
  const progressToken = meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (progressToken === undefined) return;
    progress += 1;
    const params = { progressToken, progress, message };
    // A caller that has left gets no progress reports.
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
