import { defineRoute } from '../http/define-route.ts';
import { inspectAutomation } from './read-automation.ts';

export const checkAutomation = defineRoute('checkAutomation', async (_, { body }) => {
  const { errors, warnings, parameters } = inspectAutomation(body.automation);
  return {
    status: 200,
    body: {
      success: true,
      valid: errors.length === 0,
      errors: errors.map(({ path, message }) => ({ path: [...path], message })),
      warnings,
      input_parameters: Object.keys(parameters.input_parameters),
      secure_parameters: Object.keys(parameters.secure_parameters),
    },
  };
});
