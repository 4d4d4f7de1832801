import { DomainError } from '../http/domain-error.ts';

/** The account, or the whole installation, has reached its storage limit. */
export class StorageFullError extends DomainError {
  readonly code = 'storage-full';
  readonly status = 507;

  constructor(full: {
    readonly of: 'account' | 'installation';
    readonly usedBytes: number;
    readonly limitBytes: number;
    /** Bytes that did not fit. */
    readonly addingBytes: number;
  }) {
    const { usedBytes, limitBytes, addingBytes } = full;
    const wanted = addingBytes > 0 ? `, and ${addingBytes} more do not fit` : '';
    super(
      full.of === 'account'
        ? `The account stores ${usedBytes} of the ${limitBytes} bytes that are allowed${wanted}: ask the operator to delete old tasks (errand admin tasks delete) or to raise its limit (errand admin accounts limit).`
        : `This installation stores ${usedBytes} of the ${limitBytes} bytes that are allowed${wanted}: ask the operator to delete old tasks (errand admin tasks delete) or to raise INSTALLATION_STORAGE_GIB.`,
    );
  }
}

/** An attempt has reached its storage limit. */
export class AttemptStorageFullError extends DomainError {
  readonly code = 'attempt-storage-full';
  readonly status = 413;

  constructor(limit: { readonly bytes: number } | { readonly files: number }) {
    super(
      'bytes' in limit
        ? `The files and steps of one attempt may have ${limit.bytes} bytes together (ATTEMPT_STORAGE_GIB), and this would exceed the limit.`
        : `One attempt may store ${limit.files} files (ATTEMPT_FILES), and this would exceed the limit.`,
    );
  }
}
