import { Secret } from '@errand/secrets';
import type { SecretResolver, WantedSecret } from '../secrets/secret-resolver.ts';
import type { RunOptions } from './run-on-page.ts';

interface TestSecret {
  readonly value: string;
  readonly expiresAt?: Date;
  readonly allowedOrigins?: readonly string[];
}

/** Secrets for a test run, as dependencies and inputs, and the secrets that were requested. */
export function withSecrets(secrets: Readonly<Record<string, readonly TestSecret[]>>): {
  readonly asked: readonly WantedSecret[];
  readonly options: RunOptions;
} {
  const asked: WantedSecret[] = [];
  const resolver: SecretResolver = {
    async resolve(wanted) {
      asked.push(wanted);
      const { name, index } = wanted;
      const found = secrets[name]?.[index];
      if (!found) throw new Error(`The vault has no ${name}[${index}].`);
      return {
        secret: new Secret(name, found.value),
        expiresAt: found.expiresAt ?? null,
        allowedOrigins: found.allowedOrigins ?? null,
      };
    },
  };
  const place = { vault_name: 'v', item_name: 'i', field_name: 'f' };
  const references = Object.entries(secrets).map(([name, list]) => [
    name,
    list.map(() => ({ onepassword: place })),
  ]);
  return {
    asked,
    options: {
      automation: {
        parameters: {
          input_parameters: { name: [] },
          generated_parameters: {},
          secure_parameters: Object.fromEntries(references),
        },
      },
      dependencies: { secrets: resolver },
    },
  };
}
