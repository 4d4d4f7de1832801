import { settingFrom } from '@errand/app-runtime';
import { InvalidSealingKeyError, parseSealingKeys } from '@errand/secrets';
import { InvalidStreamKeyError, parseSigningKeys } from '@errand/stream-ticket/keys';
import { tracingSettings } from '@errand/tracing/settings';
import { z } from 'zod';
import { databaseSettings } from './database/database-address.ts';
import { retentionSettings } from './accounts/retention-settings.ts';
import { LOOPBACK } from './http/allow-origins.ts';
import { storageSettings } from './storage-quotas/storage-settings.ts';

const MAX_URL_EXPIRY_SECONDS = 604_800; // limit of S3

const rateLimit = z.coerce.number().int().min(0).max(1_000_000).optional();
const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });

/** Checks each setting by itself. */
export const settingsSchema = z.object({
  ...databaseSettings,
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  /**
   * URL at which clients reach this server and workers reach its files; file addresses start with
   * it. Default http://HOST:PORT if clients can call HOST.
   */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Port for workers, separate so that public requests cannot fill it. */
  WORKER_PORT: z.coerce.number().int().min(1).max(65_535).default(8083),
  /** Address that WORKER_PORT listens on. Default HOST. */
  WORKER_HOST: z.string().optional(),
  /**
   * Port for metrics, plain HTTP without credentials; 0 opens none. Set METRICS_HOST if Prometheus
   * connects from another machine.
   */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /**
   * Connections to PostgreSQL for transitions by public requests and jobs; reads get as many more.
   */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  /** Connections for workers' requests, which share none with public requests. */
  WORKER_DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(8),
  /**
   * Registers workers for any account, as a pool's token does for its labels; without it, only
   * pools can register workers.
   */
  WORKER_TOKEN: z.string().min(32).optional(),
  /**
   * Token of operators, who can view all accounts under `/admin/`; without it, there is no admin
   * API.
   */
  ADMIN_TOKEN: z.string().min(32).optional(),
  /** Shared with the gateways of this installation, which need it to show screens. */
  GATEWAY_TOKEN: z.string().min(32).optional(),
  /** URL at which viewers reach a gateway. */
  STREAM_PUBLIC_URL: z
    .url({ protocol: /^wss?$/ })
    .regex(/^[^?#]*$/, 'must not have a query: the ticket is added as one')
    .optional(),
  /** Comma-separated `kid:base64` of PKCS#8 DER, newest first; the first signs tickets. */
  STREAM_SIGNING_KEYS: z
    .string()
    .transform(settingFrom(parseSigningKeys, InvalidStreamKeyError))
    .optional(),
  /** Comma-separated `id:base64` of 32 bytes, newest first. */
  SEALING_KEYS: z.string().transform(settingFrom(parseSealingKeys, InvalidSealingKeyError)),
  STORAGE_DIRECTORY: z.string().optional(),
  STORAGE_SIGNING_KEY: z.string().min(32).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The endpoint for clients, if different. */
  S3_PUBLIC_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Whether the bucket is part of the path instead of the host name. */
  S3_PATH_STYLE: flag.default(true),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  /** The 1Password Connect server to read secrets from, with its token. */
  ONEPASSWORD_CONNECT_URL: z.url({ protocol: /^https?$/ }).optional(),
  ONEPASSWORD_CONNECT_TOKEN: z.string().min(1).optional(),
  /** The service account of 1password.com to read secrets with, instead of a Connect server. */
  OP_SERVICE_ACCOUNT_TOKEN: z.string().min(1).optional(),
  /** Access key for AWS Secrets Manager; it needs only `secretsmanager:GetSecretValue`. */
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** Endpoint of AWS Secrets Manager. Default: AWS, in the region of the secret. */
  AWS_SECRETS_MANAGER_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Time limit for a vault to return a secret. */
  SECRET_TIMEOUT_SECONDS: z.coerce.number().min(1).max(30).default(10),
  /** Base URLs of the APIs of Slack and Twilio, from which codes for `two_fa_action` are read. */
  SLACK_API_URL: z.url({ protocol: /^https?$/ }).default('https://slack.com/api'),
  TWILIO_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.twilio.com'),
  /** A lease not renewed for this long expires and its task returns to the queue. */
  LEASE_SECONDS: z.coerce.number().min(3).max(300).default(9),
  /**
   * A local inference server's task fails after this long without a report. Until then, late
   * reports count.
   */
  LOCAL_LEASE_SECONDS: z.coerce.number().min(60).max(604_800).default(86_400),
  /** A warm session that no task has used for this long is closed. */
  WARM_SESSION_IDLE_SECONDS: z.coerce.number().min(1).max(86_400).default(300),
  /**
   * Ends an attempt this long after its timeout, in case its worker does not. Until then, its files
   * can be stored, and the object storage may be unavailable for two minutes.
   */
  TIMEOUT_GRACE_SECONDS: z.coerce.number().min(1).max(3_600).default(180),
  /** Whether callbacks may go to private and loopback addresses. */
  ALLOW_PRIVATE_ADDRESSES: flag.default(false),
  /**
   * Comma-separated origins whose pages may call the API from a browser; `*` allows all, `loopback`
   * those of this machine. Default none, in development `loopback`.
   */
  CORS_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .pipe(
      z.array(
        z.union([
          z.enum(['*', LOOPBACK]),
          z
            .string()
            .regex(
              /^https?:\/\/[^/\s]+$/,
              'must be an origin without a path, such as https://shop.example',
            ),
        ]),
      ),
    )
    .optional(),
  /**
   * Requests of one API key per minute and process; all keys of an account together get five times
   * as many. 0 is unlimited. Default 6000, in development 0.
   */
  RATE_LIMIT_PER_MINUTE: rateLimit,
  /**
   * Requests of one address per minute and process, with or without a key; 0 is unlimited. Default
   * 30000, in development 0.
   */
  ADDRESS_RATE_LIMIT_PER_MINUTE: rateLimit,
  /**
   * Requests with wrong credentials from one address per minute and process; 0 is unlimited.
   * Default 60, in development 0.
   */
  FAILED_KEYS_PER_MINUTE: rateLimit,
  /**
   * Comma-separated proxies whose X-Forwarded-For is trusted: addresses, networks, or loopback,
   * linklocal, uniquelocal.
   */
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((proxy) => proxy.trim()))
    .pipe(
      z.array(
        z.union(
          [
            z.enum(['loopback', 'linklocal', 'uniquelocal']),
            z.ipv4(),
            z.ipv6(),
            z.cidrv4(),
            z.cidrv6(),
          ],
          'must be an address, a network such as 10.0.0.0/8, or loopback, linklocal or uniquelocal',
        ),
      ),
    )
    .default([]),
  /** Open connections per process; more wait in the operating system's queue. */
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(1_000_000).default(10_000),
  /** Client requests that a process handles concurrently. */
  MAX_CONCURRENT_REQUESTS: z.coerce.number().int().min(1).max(10_000).default(40),
  /** Further requests that may wait, for at most five seconds; beyond that, 503 immediately. */
  MAX_QUEUED_REQUESTS: z.coerce.number().int().min(0).max(100_000).default(400),
  /**
   * Event streams of tasks and long polls of local inference servers that a process holds open
   * concurrently.
   */
  MAX_EVENT_STREAMS: z.coerce.number().int().min(1).max(100_000).default(1_000),
  /** Event streams of one account that a process holds open concurrently. */
  MAX_EVENT_STREAMS_PER_ACCOUNT: z.coerce.number().int().min(1).max(100_000).default(50),
  ...storageSettings,
  ...retentionSettings,
  /** Mail server, `smtp://` or `smtps://`, with user and password if required. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /**
   * Emails per account and day (UTC), unless `errand admin accounts limit` sets a different number;
   * 0 is unlimited.
   */
  MAILS_PER_DAY: z.coerce.number().int().min(0).max(10_000_000).default(1_000),
  /** Sender of emails. */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<]@[^\s@]+$/, 'is not an email address')
    .optional(),
  /**
   * Whether responses are also checked against the document. Default: false, or true in
   * development.
   */
  VALIDATE_RESPONSES: flag.optional(),
  /**
   * `development` or `test` enables development defaults; any other value, or none, means
   * production.
   */
  NODE_ENV: z.string().optional(),
  /**
   * How long requests are still served after SIGTERM, while readiness is already 503: as long as
   * load balancers need to notice.
   */
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(600).default(0),
  ...tracingSettings,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  DOWNLOAD_URL_EXPIRY_SECONDS: z.coerce
    .number()
    .int()
    .min(10)
    .max(MAX_URL_EXPIRY_SECONDS)
    .default(3_600),
});

/** Names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(settingsSchema.shape);

export type Settings = z.output<typeof settingsSchema>;
