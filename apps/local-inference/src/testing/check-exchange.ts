import { listOperations, loadLocalInferenceDocument } from '@errand/api-types';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

const document = loadLocalInferenceDocument();
const operations = listOperations(document).map((operation) => ({
  ...operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));
const validator = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(validator);
validator.addSchema(document, 'document', false, false);

export interface Exchange {
  /** Method and path. */
  readonly line: string;
  readonly requestBody: string;
  readonly status: number;
  readonly body: unknown;
}

/**
 * Throws unless the document declares the response and accepts any request that the server
 * accepted. Paths outside the document pass.
 */
export function checkExchange({ line, requestBody, status, body }: Exchange): void {
  const [method = '', url = ''] = line.split(' ');
  const [path = ''] = url.split('?', 1);
  const operation = operations.find(
    (each) => each.method === method.toLowerCase() && each.pattern.test(path),
  );
  if (!operation) return;
  const at = `#/paths/${encode(operation.path)}/${operation.method}`;
  const media = `content/${encode('application/json')}/schema`;
  check(`${line}: the response ${status}`, `${at}/responses/${status}/${media}`, body);
  if (status < 300 && method === 'POST') {
    check(`${line}: the request`, `${at}/requestBody/${media}`, JSON.parse(requestBody));
  }
}

function check(what: string, pointer: string, value: unknown): void {
  const validate = validator.getSchema(`document${pointer}`);
  if (!validate) throw new Error(`${what} is not declared.`);
  if (validate(value) === true) return;
  throw new Error(`${what} does not match: ${validator.errorsText(validate.errors)}`);
}

function encode(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
