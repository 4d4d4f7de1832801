import { CallFailedError } from './script-action-errors.ts';

/** Limit on the total size of files in memory that no script has saved yet. */
const MOST_BYTES = 64 * 1024 ** 2;

/** Files being transferred out of a sandbox in pieces. */
export interface Uploads {
  readonly begin: () => number;
  readonly append: (id: number, piece: Uint8Array) => void;
  /** Returns the whole file and frees its id. Throws `CallFailedError` for an empty file. */
  readonly take: (id: number) => Uint8Array;
}

export function createUploads(): Uploads {
  const files = new Map<number, Uint8Array[]>();
  let bytes = 0;
  let lastId = 0;
  const piecesOf = (id: number) => {
    const pieces = files.get(id);
    if (pieces) return pieces;
    throw new CallFailedError('There is no such upload.');
  };
  return {
    begin() {
      lastId += 1;
      files.set(lastId, []);
      return lastId;
    },
    append(id, piece) {
      bytes += piece.byteLength;
      if (bytes > MOST_BYTES) {
        throw new CallFailedError(
          `The files of a script may have at most ${MOST_BYTES} bytes in total.`,
        );
      }
      piecesOf(id).push(piece);
    },
    take(id) {
      const content = Buffer.concat(piecesOf(id));
      files.delete(id);
      bytes -= content.byteLength;
      if (content.byteLength > 0) return content;
      throw new CallFailedError('The file is empty. Save a file that has content.');
    },
  };
}
