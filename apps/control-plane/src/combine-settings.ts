import { z } from 'zod';
import { readDatabaseAddress } from './database/database-address.ts';
import { chooseCredentials } from './secrets/choose-credentials.ts';
import { settingsSchema, type Settings } from './settings.ts';

/** Checks the settings, and derives values that depend on several of them. */
export const combinedSettings = settingsSchema.transform((settings, context) => ({
  settings,
  storage: chooseStorage(settings, context),
  publicUrl: choosePublicUrl(settings, context),
  mail: chooseMail(settings, context),
  secretCredentials: chooseCredentials(settings, context),
  liveView: chooseLiveView(settings, context),
}));

/** For commands that use the database and the files. */
export const dataSettings = settingsSchema
  .pick({
    DATABASE_URL: true,
    DATABASE_DIRECT_URL: true,
    STORAGE_DIRECTORY: true,
    STORAGE_SIGNING_KEY: true,
    S3_ENDPOINT: true,
    S3_PUBLIC_ENDPOINT: true,
    S3_PATH_STYLE: true,
    S3_REGION: true,
    S3_BUCKET: true,
    S3_ACCESS_KEY: true,
    S3_SECRET_KEY: true,
  })
  .transform((settings, context) => ({
    // These commands set session deadlines, which a pooler refuses.
    databaseUrl: readDatabaseAddress(settings).directUrl,
    storage: chooseStorage(settings, context),
  }));

/** Undefined: no email is sent. */
function chooseMail(settings: Settings, context: z.RefinementCtx) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = settings;
  if (smtpUrl === undefined && from === undefined) return undefined;
  if (smtpUrl !== undefined && from !== undefined) return { smtpUrl, from };
  const path = [smtpUrl === undefined ? 'SMTP_URL' : 'MAIL_FROM'];
  context.addIssue({
    code: 'custom',
    path,
    message: 'SMTP_URL and MAIL_FROM must be set together.',
  });
  return z.NEVER;
}

/** Undefined: no live view. */
function chooseLiveView(settings: Settings, context: z.RefinementCtx) {
  const { STREAM_PUBLIC_URL: streamPublicUrl, STREAM_SIGNING_KEYS: streamSigningKeys } = settings;
  const names = ['STREAM_PUBLIC_URL', 'STREAM_SIGNING_KEYS', 'GATEWAY_TOKEN'] as const;
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === 0 && streamPublicUrl !== undefined && streamSigningKeys !== undefined) {
    return { streamPublicUrl, streamSigningKeys };
  }
  if (streamPublicUrl === undefined && streamSigningKeys === undefined) return undefined;
  for (const name of missing) {
    const message = `The live view needs ${names.join(', ')} together.`;
    context.addIssue({ code: 'custom', path: [name], message });
  }
  return z.NEVER;
}

function choosePublicUrl(settings: Settings, context: z.RefinementCtx): string {
  const { PUBLIC_URL: publicUrl, HOST: host, PORT: port } = settings;
  if (publicUrl !== undefined) return publicUrl;
  if (!['0.0.0.0', '::'].includes(host))
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const message = `HOST ${host} is not an address that others can call: set PUBLIC_URL.`;
  context.addIssue({ code: 'custom', path: ['PUBLIC_URL'], message });
  return z.NEVER;
}

type StorageSettings = Pick<
  Settings,
  | 'STORAGE_DIRECTORY'
  | 'S3_ENDPOINT'
  | 'S3_PUBLIC_ENDPOINT'
  | 'S3_PATH_STYLE'
  | 'S3_REGION'
  | SecondarySetting
>;
type SecondarySetting = 'STORAGE_SIGNING_KEY' | 'S3_BUCKET' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY';

/** Chooses exactly one of the two stores, with all its settings. */
function chooseStorage(settings: StorageSettings, context: z.RefinementCtx) {
  const need = (name: SecondarySetting, by: string): string => {
    const value = settings[name];
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', path: [name], message: `${by} needs ${name}.` });
    return z.NEVER;
  };
  const { STORAGE_DIRECTORY: directory, S3_ENDPOINT: endpoint } = settings;
  if (directory !== undefined && endpoint === undefined) {
    return {
      kind: 'local' as const,
      directory,
      signingKey: need('STORAGE_SIGNING_KEY', 'STORAGE_DIRECTORY'),
    };
  }
  if (directory !== undefined || endpoint === undefined) {
    const message = 'Set either STORAGE_DIRECTORY or S3_ENDPOINT: files need exactly one store.';
    context.addIssue({ code: 'custom', path: ['STORAGE_DIRECTORY'], message });
    return z.NEVER;
  }
  return {
    kind: 's3' as const,
    url: endpoint,
    publicUrl: settings.S3_PUBLIC_ENDPOINT,
    pathStyle: settings.S3_PATH_STYLE,
    region: settings.S3_REGION,
    bucket: need('S3_BUCKET', 'S3_ENDPOINT'),
    accessKey: need('S3_ACCESS_KEY', 'S3_ENDPOINT'),
    secretKey: need('S3_SECRET_KEY', 'S3_ENDPOINT'),
  };
}

type FileStorage = ReturnType<typeof chooseStorage>;

/** Where clients fetch files: from this server, or from the object store. */
export function originOfFiles(storage: FileStorage, publicUrl: string): string {
  if (storage.kind === 'local') return new URL(publicUrl).origin;
  const { protocol, host, origin } = new URL(storage.publicUrl ?? storage.url);
  return storage.pathStyle ? origin : `${protocol}//${storage.bucket}.${host}`;
}
