import { parseSettings } from '@errand/app-runtime';
import { readTracingConfig } from '@errand/tracing/settings';
import { combinedSettings } from './combine-settings.ts';
import { readDatabaseAddress } from './database/database-address.ts';
import { describeRetention } from './accounts/retention-settings.ts';
import { LOOPBACK } from './http/allow-origins.ts';
import type { Settings } from './settings.ts';
import { describeStorageLimits } from './storage-quotas/storage-settings.ts';

/** A client that has waited longer has often disconnected. */
const QUEUE_WAIT_MS = 5_000;

/** Defaults outside development. */
const RATE_LIMITS = { key: 6_000, address: 30_000, failedKeys: 60 };

export type Config = ReturnType<typeof loadConfig>;

/**
 * Reads and checks all settings together, so that a bad deployment fails on startup with the full
 * list.
 */
export function loadConfig(env: NodeJS.ProcessEnv) {
  const { settings, storage, publicUrl, mail, secretCredentials, liveView } = parseSettings(
    combinedSettings,
    env,
  );
  return {
    ...describeDatabase(settings),
    port: settings.PORT,
    host: settings.HOST,
    ...describeListeners(settings),
    publicUrl,
    workerToken: settings.WORKER_TOKEN,
    adminToken: settings.ADMIN_TOKEN,
    gatewayToken: settings.GATEWAY_TOKEN,
    liveView,
    sealingKeys: settings.SEALING_KEYS,
    storage,
    ...describeStorage(settings),
    secretCredentials,
    secretTimeoutMs: settings.SECRET_TIMEOUT_SECONDS * 1_000,
    slackUrl: settings.SLACK_API_URL.replace(/\/+$/, ''),
    twilioUrl: settings.TWILIO_API_URL.replace(/\/+$/, ''),
    leaseSeconds: settings.LEASE_SECONDS,
    localLeaseSeconds: settings.LOCAL_LEASE_SECONDS,
    warmSessionIdleSeconds: settings.WARM_SESSION_IDLE_SECONDS,
    timeoutGraceSeconds: settings.TIMEOUT_GRACE_SECONDS,
    allowPrivateAddresses: settings.ALLOW_PRIVATE_ADDRESSES,
    mail,
    mailsPerDay: settings.MAILS_PER_DAY === 0 ? undefined : settings.MAILS_PER_DAY,
    corsOrigins: settings.CORS_ORIGINS ?? (isDevelopment(settings) ? [LOOPBACK] : []),
    rateLimitPerMinute: chooseLimit(settings.RATE_LIMIT_PER_MINUTE, RATE_LIMITS.key, settings),
    addressRateLimitPerMinute: chooseLimit(
      settings.ADDRESS_RATE_LIMIT_PER_MINUTE,
      RATE_LIMITS.address,
      settings,
    ),
    failedKeysPerMinute: chooseLimit(
      settings.FAILED_KEYS_PER_MINUTE,
      RATE_LIMITS.failedKeys,
      settings,
    ),
    trustedProxies: settings.TRUSTED_PROXIES,
    maxConnections: settings.MAX_CONNECTIONS,
    ...describeAdmission(settings),
    validateResponses: settings.VALIDATE_RESPONSES ?? isDevelopment(settings),
    shutdownDelayMs: settings.SHUTDOWN_DELAY_SECONDS * 1_000,
    ...describeLogs(settings),
    downloadUrlExpirySeconds: settings.DOWNLOAD_URL_EXPIRY_SECONDS,
  };
}

function describeLogs(settings: Settings) {
  return { logLevel: settings.LOG_LEVEL, tracing: readTracingConfig(settings) };
}

function describeStorage(settings: Settings) {
  return {
    storageLimits: describeStorageLimits(settings),
    retention: describeRetention(settings),
    sweepDays: settings.STORAGE_SWEEP_DAYS,
  };
}

function describeDatabase(settings: Settings) {
  return {
    databaseAddress: readDatabaseAddress(settings),
    databasePoolSize: settings.DATABASE_POOL_SIZE,
  };
}

function describeAdmission(settings: Settings) {
  const admission = {
    concurrent: settings.MAX_CONCURRENT_REQUESTS,
    queued: settings.MAX_QUEUED_REQUESTS,
    waitMs: QUEUE_WAIT_MS,
    heldOpen: settings.MAX_EVENT_STREAMS,
  };
  return { admission, maxListenersOfAccount: settings.MAX_EVENT_STREAMS_PER_ACCOUNT };
}

function describeListeners(settings: Settings) {
  return {
    workerListener: {
      port: settings.WORKER_PORT,
      host: settings.WORKER_HOST ?? settings.HOST,
      maxConnections: settings.MAX_CONNECTIONS,
      databasePoolSize: settings.WORKER_DATABASE_POOL_SIZE,
    },
    metrics: { port: settings.METRICS_PORT, host: settings.METRICS_HOST },
  };
}

/** Undefined: unlimited. */
function chooseLimit(
  set: number | undefined,
  usual: number,
  settings: Settings,
): number | undefined {
  const limit = set ?? (isDevelopment(settings) ? 0 : usual);
  return limit === 0 ? undefined : limit;
}

function isDevelopment({ NODE_ENV: environmentName = '' }: Settings): boolean {
  return ['development', 'test'].includes(environmentName);
}
