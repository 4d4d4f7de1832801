import { useMemo, useRef } from 'react';
import { formatCount, formatName } from '../../ui/format.ts';
import { tell } from '../../ui/tell.ts';
import { KindChoice } from './add-node.tsx';
import { type Json, valueAt } from '../nodes/paths.ts';
import { type NodeRow, sameKey } from './draft/automation-draft.ts';
import type { Draft } from './draft/use-draft.ts';
import { FormFieldRow } from './form-field.tsx';
import { changeKind, countInner } from './schema/change-kind.ts';
import { fieldsOf, type FormField } from './schema/form-fields.ts';
import { kindOf, type NodeKind } from './schema/node-kinds.ts';
import type { NodeSchemas } from './schema/use-schemas.ts';
import { type Fault, faultsAt, faultsOf } from './use-check.ts';

interface NodeFormProps {
  readonly draft: Draft;
  readonly row: NodeRow;
  readonly known: NodeSchemas;
  readonly faults: readonly Fault[];
}

/** Optional fields that are always shown. */
const MAIN =
  /^(?:command|condition|variable_name|locator|output_variable_name|unique_identifier|value|expression)$/;

/** The fields of a step: the main ones first, the rest collapsed. */
export function NodeForm({ draft, row, known, faults }: NodeFormProps) {
  const { schemas, kinds } = known;
  const kind = kindOf(kinds, row.node);
  const pathKey = sameKey(row.path);
  const fields = useMemo(() => (kind ? fieldsOf(kind, schemas) : []), [kind, schemas]);
  // A field keeps its place while the step is selected, even when it gets its first value.
  const isMain = useMemo(() => {
    const isGiven = ({ path }: FormField) => valueAt(row.node, path) !== undefined;
    const main = fields.filter(
      (field) => field.isRequired || MAIN.test(field.name) || isGiven(field),
    );
    return new Set(main);
  }, [fields, pathKey]);
  const change = useKindChange(draft, row, kinds);
  const own = faultsOf(faults, row.path);
  const isAtField = (fault: Fault) =>
    fields.some(({ path }) => faultsAt([fault], [...row.path, ...path]).length > 0);
  const show = (field: FormField) => (
    <FormFieldRow
      key={`${pathKey} ${kind?.key} ${field.path.join('.')}`}
      field={field}
      value={valueAt(row.node, field.path)}
      faults={faultsAt(own, [...row.path, ...field.path])}
      onValue={(value) => draft.set([...row.path, ...field.path], value)}
    />
  );
  const others = fields.filter((field) => !isMain.has(field));
  return (
    <form className="form node-form" onSubmit={(event) => event.preventDefault()}>
      <KindChoice
        label="What it does"
        kinds={kinds}
        value={kind?.key ?? ''}
        onChoose={(key) => {
          const next = kinds.find((each) => each.key === key);
          if (next) change(next);
        }}
      />
      {kind?.schema.description !== undefined && <p className="soft">{kind.schema.description}</p>}
      {own
        .filter((fault) => !isAtField(fault))
        .map(({ message, kind: severity }) => (
          <div key={message} className={severity === 'error' ? 'notice bad' : 'notice care'}>
            {message}
          </div>
        ))}
      {fields.filter((field) => isMain.has(field)).map(show)}
      {others.length > 0 && (
        <details key={pathKey}>
          <summary>
            {others.length} more {others.length === 1 ? 'field' : 'fields'} of “
            {formatName(kind?.name ?? '')}”
          </summary>
          <div className="form">{others.map(show)}</div>
        </details>
      )}
    </form>
  );
}

/**
 * Changes the kind of a step. Passing through other kinds with the arrow keys and back loses
 * nothing.
 */
function useKindChange(draft: Draft, { node, path }: NodeRow, kinds: readonly NodeKind[]) {
  const passing = useRef<{ readonly from: Json; readonly through: Set<Json> }>(undefined);
  return (kind: NodeKind) => {
    // Keys can outpace rendering: `node` may still be one of the nodes passed through.
    if (!passing.current?.through.has(node)) passing.current = { from: node, through: new Set() };
    const { from, through } = passing.current;
    const to = kindOf(kinds, from) === kind ? from : changeKind(kind, from);
    through.add(to);
    draft.set(path, to, 'kind');
    const lost = countInner(from) - countInner(to);
    if (lost > 0)
      tell(`Removed from inside it: ${formatCount(lost, 'step')}. Undo brings them back.`);
  };
}
