import { z } from 'zod';
import { exactlyOneOf } from '../fields/exactly-one.ts';
import { optionalField } from '../fields/optional-field.ts';
import { nameProblem } from '../fields/parameter-name.ts';
import { requiredText } from '../fields/text-fields.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()], {
  error: 'Give a string, a number or a boolean.',
});
const scalarOrNull = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: 'Give a string, a number, a boolean or null.',
});

const secretKind = {
  type: z
    .enum(['raw', 'totp_secret'])
    .default('raw')
    .describe('raw: the value itself; totp_secret: the value makes one-time codes.'),
  digits: optionalField(z.int().min(6).max(10)).describe(
    'Digits of the one-time code. Needed with totp_secret, and only allowed with it.',
  ),
  allowed_origins: allowedOrigins(),
};

const onepassword = z
  .strictObject({
    vault_name: requiredText().describe('Name of the vault.'),
    item_name: requiredText().describe('Name of the item.'),
    field_name: requiredText().describe('Name of the field.'),
    ...secretKind,
  })
  .superRefine(checkDigits);

const amazonSecretsManager = z
  .strictObject({
    secret_name: requiredText().describe('Name of the secret.'),
    region_name: requiredText().describe('Region the secret is in.'),
    key: optionalField(z.string()).describe(
      'Key of the value in a secret that is a JSON object. Default: the whole secret.',
    ),
    ...secretKind,
  })
  .superRefine(checkDigits);

const totp = z.strictObject({
  totp_secret: z
    .string()
    .regex(/^(?:[A-Za-z2-7\s]+=*|sealed:v1(?:\.[\w-]+){3})$/, {
      error: 'The secret is not base32: use A to Z and 2 to 7.',
    })
    .describe(
      'Shared secret in base32. It is stored and returned encrypted (sealed:...), and the same account may send that form again.',
    ),
  digits: z.int().min(6).max(10).default(6).describe('Digits of the code.'),
  allowed_origins: allowedOrigins(),
});

const NO_REFERENCE =
  'Refer to a vault, such as {"onepassword": {"vault_name": "Suppliers", "item_name": "Portal", "field_name": "password"}}: the value of a secret must not be in an automation.';

/** The source of a secret. Its value is never part of an automation. */
export const secureParameterSchema = z
  .strictObject(
    {
      onepassword: optionalField(onepassword).describe('A field of an item in 1Password.'),
      amazon_secrets_manager: optionalField(amazonSecretsManager).describe(
        'A secret of AWS Secrets Manager.',
      ),
      totp: optionalField(totp).describe('One-time codes made from a shared secret.'),
    },
    { error: ({ code }) => (code === 'invalid_type' ? NO_REFERENCE : undefined) },
  )
  .superRefine(exactlyOneOf(['onepassword', 'amazon_secrets_manager', 'totp']));

export const parametersSchema = z
  .strictObject({
    input_parameters: z
      .record(z.string(), z.array(scalar))
      .superRefine(checkNames)
      .describe('Inputs of a task by name, with example values. A task gives exactly these names.'),
    generated_parameters: z
      .record(z.string(), z.array(scalarOrNull))
      .superRefine(checkNames)
      .describe(
        'Variables that steps write, by name, with their initial values. May be empty: only a variable that is read before a step writes it needs a declaration.',
      ),
    secure_parameters: z
      .record(z.string(), z.array(secureParameterSchema))
      .superRefine(checkNames)
      .default({})
      .describe('Secrets by name. They are resolved when a step uses them.'),
  })
  .superRefine(checkDoubles);

interface Declarations {
  readonly input_parameters: object;
  readonly generated_parameters: object;
  readonly secure_parameters: object;
}

/** Rejects names shared by two values, because one of them could not be reached. */
function checkDoubles(parameters: Declarations, context: z.core.$RefinementCtx): void {
  const { input_parameters: inputs, generated_parameters: generated } = parameters;
  const rivals = {
    generated_parameters: [['input_parameters', inputs]],
    secure_parameters: [
      ['input_parameters', inputs],
      ['generated_parameters', generated],
    ],
  } as const;
  for (const field of ['generated_parameters', 'secure_parameters'] as const) {
    for (const name of Object.keys(parameters[field])) {
      const rival = rivals[field].find(([, others]) => Object.hasOwn(others, name));
      if (!rival) continue;
      const message = `"${name}" is also one of the ${rival[0]}: rename one of them.`;
      context.addIssue({ code: 'custom', path: [field, name], message });
    }
  }
}

function checkNames(parameters: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx) {
  for (const name of Object.keys(parameters)) {
    const problem = nameProblem(name);
    if (problem) context.addIssue({ code: 'custom', path: [name], message: problem });
  }
}

function allowedOrigins() {
  const origin = z
    .string()
    .max(2048)
    .regex(/^https?:\/\/[^\s/?#@]+$/, {
      error: ({ input }) =>
        `"${String(input)}" is not an origin: specify only scheme and host, such as https://portal.example.`,
    });
  return optionalField(z.array(origin).min(1).max(50)).describe(
    'The only origins at which the secret may be typed, such as https://portal.example. Default: every origin.',
  );
}

interface SecretKind {
  readonly type: 'raw' | 'totp_secret';
  readonly digits?: number | undefined;
}

function checkDigits({ type, digits }: SecretKind, context: z.core.$RefinementCtx): void {
  if ((type === 'totp_secret') === (digits !== undefined)) return;
  const message =
    type === 'raw'
      ? 'digits belongs to type "totp_secret": remove it, or change the type.'
      : 'type "totp_secret" needs digits: say how many digits the code has.';
  context.addIssue({ code: 'custom', path: ['digits'], message });
}
