import { expect, test } from '@jest/globals';
import { loadErrandDocument } from '@errand/api-types';

/** Members of a schema of the API document. */
function membersOf(name: string): string[] {
  const schema = loadErrandDocument().components?.schemas?.[name];
  return Object.keys(schema && 'properties' in schema ? (schema.properties ?? {}) : {}).toSorted();
}

test('a schedule takes what a submission takes, and shows what is not secret', () => {
  const submitted = membersOf('SubmitTaskRequest');
  expect(submitted).toContain('priority');
  const scheduled = submitted.filter((name) => name !== 'input_files');
  expect(membersOf('ScheduledTask')).toEqual(scheduled);
  const secret = ['secure_parameters', 'rdp_parameter', 'task_callback_api_key'];
  const shown = scheduled.filter((name) => !secret.includes(name));
  expect(membersOf('ShownScheduledTask')).toEqual(shown);
});
