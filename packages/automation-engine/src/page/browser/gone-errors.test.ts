import { expect, test } from '@jest/globals';
import { PageClosedError } from '../../errors.ts';
import { isDocumentGone } from './gone-errors.ts';

test.each([
  ['Execution context was destroyed.', true],
  ['Protocol error (Runtime.callFunctionOn): Cannot find context with specified id', true],
  ['Protocol error (Runtime.evaluate): uniqueContextId not found', true],
  ['JSHandles can be evaluated only in the context they were created!', true],
  ['Argument should belong to the same JavaScript world as target object', true],
  ['Protocol error (DOM.resolveNode): Node with given id does not belong to the document', true],
  ['Protocol error (Runtime.callFunctionOn): Target closed', true],
  ["Failed to execute 'getContext': this context type is not supported", false],
  ["Cannot read properties of undefined (reading 'audioContext')", false],
])('knows whether %j means that the document is gone', (message, isGone) => {
  expect(isDocumentGone(new Error(message))).toBe(isGone);
});

test('is not misled by the text of an engine error', () => {
  expect(isDocumentGone(new PageClosedError('The target closed.'))).toBe(false);
});
