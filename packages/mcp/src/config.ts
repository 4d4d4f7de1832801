import { parseSettings } from '@errand/app-runtime';
import { z } from 'zod';

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );

const settings = z.object({
  /** URL of the control plane. */
  ERRAND_URL: z
    .url({
      protocol: /^https?$/,
      error: 'is not a URL: set it to the address of the control plane.',
    })
    .default('http://127.0.0.1:8080')
    .transform((url) => url.replace(/\/+$/, '')),
  /** API key for `stdio`. Over HTTP, each caller sends its own. */
  ERRAND_API_KEY: z.string().min(1).optional(),
  /** `stdio` for one agent that starts this process, `http` for many. */
  MCP_TRANSPORT: z.enum(['stdio', 'http']).default('stdio'),
  /** Whether each recording becomes a separate tool. */
  MCP_RECORDING_TOOLS: z.stringbool().default(false),
  /** Address to listen on. */
  MCP_HOST: z.string().min(1).default('127.0.0.1'),
  MCP_PORT: z.coerce.number().int().min(0).max(65_535).default(8_087),
  /** Comma-separated values of the Host header to accept besides loopback ones: `mcp.example.com`. */
  MCP_ALLOWED_HOSTS: list,
  /** Comma-separated origins of web pages that may call: `http://localhost:6274`. Default: none. */
  MCP_ALLOWED_ORIGINS: list,
});

/** Validates all settings at once. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const parsed = parseSettings(settings, environment);
  return {
    baseUrl: parsed.ERRAND_URL,
    apiKey: parsed.ERRAND_API_KEY,
    transport: parsed.MCP_TRANSPORT,
    hasRecordingTools: parsed.MCP_RECORDING_TOOLS,
    host: parsed.MCP_HOST,
    port: parsed.MCP_PORT,
    allowedHosts: parsed.MCP_ALLOWED_HOSTS,
    allowedOrigins: parsed.MCP_ALLOWED_ORIGINS,
  };
}
