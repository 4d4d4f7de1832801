import { parseSettings, settingFrom } from '@errand/app-runtime';
import { InvalidStreamKeyError, parseVerifyingKeys } from '@errand/stream-ticket/keys';
import { hostname } from 'node:os';
import { z } from 'zod';

const count = z.coerce.number().int().min(1);

const settings = z
  .object({
    /** Port for viewers and health checks. */
    PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
    /** Address to listen on. */
    HOST: z.string().min(1).default('127.0.0.1'),
    /** Port for `/metrics`, plain HTTP; 0 takes a free one. */
    METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(8082),
    /** Address that METRICS_PORT listens on, without credentials: viewers must not reach it. */
    METRICS_HOST: z.string().min(1).default('127.0.0.1'),
    /** URL of the control plane, without a path. */
    CONTROL_PLANE_URL: z.url({ protocol: /^https?$/ }),
    /** Shared with the control plane. */
    GATEWAY_TOKEN: z.string().min(32),
    /** Public keys that verify tickets: comma-separated `kid:base64` of SPKI DER. */
    STREAM_VERIFYING_KEYS: z
      .string()
      .transform(settingFrom(parseVerifyingKeys, InvalidStreamKeyError)),
    /** Name of this gateway in the control plane's records. Default: host name and process id. */
    GATEWAY_ID: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,100}$/)
      .optional(),
    MAX_VIEWERS_PER_TASK: count.max(100_000).default(200),
    MAX_VIEWERS_PER_ACCOUNT: count.max(100_000).default(500),
    /** Maximum number of viewers of this gateway. */
    MAX_VIEWERS: count.max(100_000).default(5_000),
    /** New viewers that this gateway admits per second; also the burst after a quiet second. */
    CONNECTS_PER_SECOND: count.max(100_000).default(200),
    /**
     * A viewer that accepts no screen updates, or a screen that accepts no input, for this long is
     * disconnected.
     */
    STALL_SECONDS: z.coerce.number().min(1).max(3_600).default(20),
    /**
     * Seconds over which viewers are disconnected after SIGTERM, so that they do not all reconnect
     * together.
     */
    DRAIN_SECONDS: z.coerce.number().min(0).max(600).default(2),
    /**
     * How long viewers are still admitted after SIGTERM, while readiness is already 503: as long as
     * load balancers need to notice.
     */
    SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(600).default(0),
    /**
     * Pages that may watch: comma-separated origins, or `*`. Default: the origin of
     * CONTROL_PLANE_URL, which serves the live page.
     */
    ALLOWED_ORIGINS: z
      .string()
      .transform((text) => text.split(',').map((origin) => origin.trim()))
      .pipe(z.array(z.union([z.literal('*'), z.string().regex(/^https?:\/\/[^/\s]+$/)])))
      .optional(),
    /** Certificate chain and private key in PEM, for wss. Reloaded on SIGHUP. Default: no TLS. */
    TLS_CERT_FILE: z.string().min(1).optional(),
    TLS_KEY_FILE: z.string().min(1).optional(),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  })
  .refine(
    (parsed) => (parsed.TLS_CERT_FILE === undefined) === (parsed.TLS_KEY_FILE === undefined),
    { path: ['TLS_KEY_FILE'], message: 'TLS needs TLS_CERT_FILE and TLS_KEY_FILE: specify both.' },
  );

/** Names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape);

/**
 * Reads and checks all settings together, so that a bad deployment fails on startup with the full
 * list.
 */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const parsed = parseSettings(settings, environment);
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = parsed;
  return {
    port: parsed.PORT,
    host: parsed.HOST,
    metrics: { port: parsed.METRICS_PORT, host: parsed.METRICS_HOST },
    controlPlane: { url: parsed.CONTROL_PLANE_URL, token: parsed.GATEWAY_TOKEN },
    verifyingKeys: parsed.STREAM_VERIFYING_KEYS,
    gatewayId:
      parsed.GATEWAY_ID ?? `${hostname().replaceAll(/[^A-Za-z0-9._-]/g, '-')}-${process.pid}`,
    limits: {
      viewersPerTask: parsed.MAX_VIEWERS_PER_TASK,
      viewersPerAccount: parsed.MAX_VIEWERS_PER_ACCOUNT,
      viewers: parsed.MAX_VIEWERS,
      connectsPerSecond: parsed.CONNECTS_PER_SECOND,
    },
    stallMs: parsed.STALL_SECONDS * 1_000,
    shutdownDelayMs: parsed.SHUTDOWN_DELAY_SECONDS * 1_000,
    drainMs: parsed.DRAIN_SECONDS * 1_000,
    allowedOrigins: parsed.ALLOWED_ORIGINS ?? [new URL(parsed.CONTROL_PLANE_URL).origin],
    tls: certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
    logLevel: parsed.LOG_LEVEL,
  };
}
