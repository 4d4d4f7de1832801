#!/usr/bin/env node
// The MCP server of Errand, over standard input and output or over HTTP; see README.md.
import { once } from 'node:events';
import { beginStart, createLogger, listen, StartError } from '@errand/app-runtime';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { loadConfig } from './config.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { createHttpHandler } from './http/create-http-handler.ts';

const start = beginStart();
const config = loadConfig(process.env);
// Writes to standard error: standard output belongs to the protocol.
const logger = createLogger({ name: 'mcp', level: 'info' });

if (config.transport === 'stdio') await serveStdio();
else await serveHttp();
process.exit();

async function serveStdio(): Promise<void> {
  const { apiKey } = config;
  if (apiKey === undefined) {
    throw new StartError('ERRAND_API_KEY is missing: set it to an API key (npm start prints one).');
  }
  const server = await createMcpServer({ ...config, apiKey });
  const isOver = Promise.race([start.shutdown, once(process.stdin, 'end')]);
  await server.connect(new StdioServerTransport());
  start.ready();
  await isOver;
  await server.close();
}

async function serveHttp(): Promise<void> {
  const handler = createHttpHandler({ ...config, logger });
  await using server = await listen(handler, {
    ...config,
    setting: 'MCP_PORT',
    maxConnections: 500,
  });
  logger.info('listening', { url: `${server.url}/mcp` });
  start.ready();
  await start.shutdown;
}
