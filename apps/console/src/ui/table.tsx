import type { Key, ReactNode } from 'react';
import { Problem } from './loaded.tsx';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** `number` aligns digits, `end` holds buttons. Default: text. */
  readonly kind?: 'number' | 'end';
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  /** Shown instead of a table without rows. */
  readonly empty: ReactNode;
}

export function Table<Row>({ label, columns, rows, rowKey, empty }: TableProps<Row>) {
  if (rows.length === 0) return <div className="empty">{empty}</div>;
  return (
    // In a narrow window, each row is a card.
    <div className="table-frame" role="region" aria-label={label} tabIndex={0}>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, kind = '' }) => (
              <th key={name} scope="col" className={kind}>
                {kind === 'end' ? <span className="unseen">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ name, cell, kind = '' }) => (
                <td key={name} className={kind} data-label={name}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MoreProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: Error | null;
    readonly fetchNextPage: () => unknown;
  };
}

/** Fetches the next page of a list. */
export function More({ query }: MoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <>
      {query.isFetchNextPageError && <Problem error={query.error} />}
      <button
        type="button"
        className="button"
        disabled={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Show more
      </button>
    </>
  );
}
