import type { ImportTable } from './floors.ts';

/**
 * Which folders import which, for each source root with folders that import each other. `npm run lint` checks it.
 *
 * To add a source root: remove it from `WITHOUT_FLOORS` if it is there, and write its folders from the bottom up, each
 * with the folders that it may import; a row names only rows above it. `ground` lists files directly in the root that
 * every folder may import. `node scripts/imports/main.ts` prints each import that a row lacks and each entry that
 * nothing uses. Test files are not checked.
 */
export const IMPORT_TABLE: ImportTable = {
  'apps/stream-gateway/src': {
    rows: { rfb: [], testing: [] },
  },
  'packages/automation-engine/src': {
    ground: ['action-outcome.ts', 'deadline.ts', 'errors.ts', 'run-limits.ts'],
    rows: {
      fields: [],
      secrets: [],
      outside: [],
      reports: ['secrets'],
      targets: ['reports'],
      page: ['fields', 'outside', 'reports', 'secrets', 'targets'],
      screen: ['outside', 'page', 'secrets', 'targets'],
      capabilities: ['fields', 'outside', 'page', 'reports', 'screen', 'secrets', 'targets'],
      actions: ['capabilities', 'fields', 'outside', 'page', 'reports', 'secrets', 'targets'],
      document: ['actions', 'fields'],
      run: [
        'actions',
        'capabilities',
        'document',
        'fields',
        'outside',
        'page',
        'reports',
        'screen',
        'secrets',
        'targets',
      ],
      test: ['document', 'reports', 'run', 'secrets'],
      recovery: ['run', 'test'],
    },
  },
  'packages/browser-relay/src': {
    rows: { testing: [] },
  },
  'packages/desktop/src': {
    ground: ['desktop-errors.ts', 'desktop.ts'],
    rows: {
      'x-server': [],
      display: ['x-server'],
      input: ['x-server'],
      pictures: [],
      texts: ['display', 'pictures'],
      'open-desktop.ts': ['input', 'pictures', 'texts', 'x-server'],
      testing: ['display', 'open-desktop.ts', 'pictures'],
    },
  },
  'packages/egress-guard/src': {
    ground: [
      'address-class.ts',
      'allowed-hosts.ts',
      'check-headers.ts',
      'check-url.ts',
      'create-egress-guard.ts',
      'egress-errors.ts',
      'exchange.ts',
      'other-ports.ts',
      'resolve-host.ts',
    ],
    rows: {
      testing: [],
      'bypass-table': ['testing'],
    },
  },
  'packages/expressions/src': {
    ground: [
      'bindings.ts',
      'expression-errors.ts',
      'format-value.ts',
      'placeholder.ts',
      'python-string.ts',
      'template.ts',
      'text-budget.ts',
    ],
    rows: {
      language: [],
    },
  },
  'packages/language-models/src': {
    ground: [
      'json-schema.ts',
      'language-model-config.ts',
      'language-model-errors.ts',
      'language-models.ts',
      'model-name.ts',
    ],
    rows: {
      providers: [],
      accounting: ['providers'],
      answers: [],
      calls: ['accounting', 'answers', 'providers'],
      testing: [],
    },
  },
  'packages/locators/src': {
    ground: ['locator-errors.ts'],
    rows: {
      python: [],
      foreign: ['python'],
      selectors: [],
      injected: ['selectors'],
      'locator-expression.ts': ['selectors'],
      grammar: ['injected', 'locator-expression.ts', 'python', 'selectors'],
      'parse-locator.ts': ['foreign', 'grammar', 'locator-expression.ts', 'python', 'selectors'],
      hints: ['injected', 'python'],
      resolver: ['hints', 'injected', 'locator-expression.ts', 'parse-locator.ts', 'selectors'],
      conformance: ['parse-locator.ts', 'resolver'],
      differential: ['conformance', 'grammar', 'parse-locator.ts', 'resolver'],
    },
  },
  'packages/object-storage/src': {
    ground: [
      'attachment-disposition.ts',
      'chunks-until-aborted.ts',
      'error-code.ts',
      'object-key.ts',
      'object-options.ts',
      'object-storage-errors.ts',
      'object-storage.ts',
    ],
    rows: {
      local: [],
      s3: [],
    },
  },
  'packages/sample-site/src': {
    rows: {
      catalogue: [],
      html: [],
      state: ['catalogue'],
      'site.ts': ['state'],
      http: ['catalogue', 'html', 'site.ts', 'state'],
      api: ['catalogue', 'http', 'site.ts'],
      assets: [],
      pages: ['catalogue', 'html', 'http', 'site.ts', 'state'],
    },
  },
  'packages/script-sandbox/src': {
    ground: ['runtime-sources.ts', 'script-errors.ts', 'script-job.ts'],
    rows: {
      process: [],
      protocol: [],
      'create-script-sandbox.ts': ['process', 'protocol'],
      powershell: ['process'],
      python: [],
      testing: ['create-script-sandbox.ts', 'process'],
      'script-table': ['create-script-sandbox.ts', 'testing'],
    },
  },
  'packages/secrets/src': {
    ground: ['secret.ts', 'secrets-errors.ts'],
    rows: {
      providers: [],
    },
  },
  'packages/stream-ticket/src': {
    ground: ['stream-ticket-errors.ts'],
    rows: {
      'stream-keys': [],
    },
  },
  'packages/test-kit/src': {
    ground: ['poll-until.ts'],
    rows: {
      'server-process': [],
      'imap-server': ['server-process'],
      jest: [],
      'mail-server': [],
      vaults: [],
      'message-servers': ['vaults'],
      'model-server': [],
      'rdp-server': ['server-process'],
      's3-server': ['server-process'],
    },
  },
  'packages/two-factor/src': {
    ground: ['ask-service.ts', 'message.ts', 'two-factor-errors.ts'],
    rows: {
      mailbox: [],
      slack: [],
      sms: [],
    },
  },
  scripts: {
    rows: {
      history: [],
      system: [],
      start: ['system'],
      chaos: ['history', 'start'],
      bench: ['chaos', 'start'],
      check: ['system'],
      gallery: ['start', 'system'],
      'delay-table': ['bench', 'gallery', 'start'],
      'endpoint-table': [],
      errand: ['start'],
      'field-table': [],
      generate: [],
      imports: [],
      'live-view': ['start', 'system'],
      'model-table': [],
      overload: ['bench', 'chaos', 'start'],
      'remote-desktop': ['system'],
      's3-server': [],
      'service-table': [],
    },
  },
};

/** Source roots whose folders still import each other in circles. */
export const WITHOUT_FLOORS: readonly string[] = ['apps/control-plane/src', 'apps/worker/src'];
