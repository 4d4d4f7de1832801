import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from '@errand/app-runtime';
import { ErrandError } from '@errand/client';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isJSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { createMcpServer, type McpServerSettings } from '../create-mcp-server.ts';
import { type AllowedCallers, readApiKey, refuseCaller } from './check-caller.ts';

const PATH = '/mcp';
/** As much as the API accepts for an automation. */
const MAX_BODY_BYTES = 10_485_760;

interface HttpSettings
  extends AllowedCallers, Omit<McpServerSettings, 'apiKey' | 'forwardedFor' | 'isKeyChecked'> {
  readonly logger: Logger;
}

/**
 * Handles MCP over streamable HTTP. Every request is independent and has its caller's API key, so
 * nothing is kept between requests and any replica can handle them.
 */
export function createHttpHandler(settings: HttpSettings): RequestListener {
  return (request, response) => {
    handle(request, response, settings).catch((error: unknown) => {
      // The key is checked before the request is handled.
      if (error instanceof ErrandError && !response.headersSent) {
        return refuse(response, error.status, error.message);
      }
      settings.logger.error('a request failed', { error });
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The request failed; the log says why.');
    });
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  settings: HttpSettings,
): Promise<void> {
  const refusal = refuseCaller(request.headers, settings);
  if (refusal !== undefined) return refuse(response, 403, refusal);
  if (request.url?.split('?')[0] !== PATH) return refuse(response, 404, `Use ${PATH}.`);
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return refuse(response, 405, 'This server keeps no sessions: use POST.');
  }
  const apiKey = readApiKey(request.headers);
  if (apiKey === undefined) {
    return refuse(response, 401, 'Send your API key as x-api-key or as a bearer token.');
  }
  const body = await readBody(request);
  if (body === undefined) return refuse(response, 413, `Send at most ${MAX_BODY_BYTES} bytes.`);
  const message = parse(body);
  if (message === undefined) return refuse(response, 400, 'The body is not valid JSON.');
  const isOver = new Promise<void>((resolve) => response.once('close', resolve));
  const server = await createMcpServer({
    ...settings,
    apiKey,
    forwardedFor: addressesOf(request),
    isKeyChecked: [message].flat().some(needsKeyCheck),
  });
  try {
    // The caller may have left while the control plane listed the tools, and may try again.
    if (response.closed) return;
    const transport = new StreamableHTTPServerTransport();
    await server.connect(transport);
    await transport.handleRequest(request, response, message);
    await isOver;
  } finally {
    // Aborts calls whose caller has left.
    await server.close();
  }
}

/** A tool sends the key to the API itself, and nothing but requests can be refused. */
function needsKeyCheck(message: unknown): boolean {
  return isJSONRPCRequest(message) && message.method !== 'tools/call';
}

/** The client and the proxies the request came through, in the format of X-Forwarded-For. */
function addressesOf({ headers, socket }: IncomingMessage): string {
  return [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
}

/** Returns undefined if the body is too long; the rest is not read. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = { jsonrpc: '2.0', id: null, error: { code: -32_000, message } };
  if (status === 401) response.setHeader('www-authenticate', 'Bearer realm="errand"');
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(error));
}
