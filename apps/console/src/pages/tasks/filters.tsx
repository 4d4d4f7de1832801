import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { readTexts, SelectField, TextField } from '../../ui/fields.tsx';
import { readSince, readTaskFilters, type TaskFilters } from './task-filters.ts';

const STATUSES = [
  ['', 'Any'],
  ['open', 'Open'],
  ['queued', 'Queued'],
  ['allocated', 'Starting'],
  ['running', 'Running'],
  ['success', 'Success'],
  ['failed', 'Failed'],
  ['cancelled', 'Cancelled'],
] as const;

const SORTS = [
  ['', 'Submitted last'],
  ['started', 'Started last'],
  ['completed', 'Ended last'],
  ['duration', 'Longest'],
] as const;

const SPANS = [
  ['1h', 'The last hour'],
  ['24h', 'The last 24 hours'],
  ['7d', 'The last 7 days'],
  ['30d', 'The last 30 days'],
] as const;

/** Characters of a text that the API searches for. */
const LONGEST = 200;

interface FiltersProps {
  readonly filters: TaskFilters;
}

/** The filters that people use; others come from links, are shown by name and can be cleared. */
export function Filters({ filters }: FiltersProps) {
  const navigate = useNavigate();
  const { status, q, endpoint_name, sort, created_after: since, ...linked } = filters;
  const apply = (form: HTMLFormElement) => {
    const { since: begin, ...texts } = readTexts(form);
    const created_after = readSince(begin);
    const search = { ...linked, ...readTaskFilters({ ...texts, created_after }) };
    void navigate({ to: '/tasks', search });
  };
  const form = useFilledForm({
    q,
    endpoint_name,
    status,
    since,
    sort,
  });
  return (
    <form
      ref={form}
      className="filters"
      role="search"
      aria-label="Filter the tasks"
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) apply(event.currentTarget);
      }}
    >
      <TextField label="Search" name="q" value={q ?? ''} longest={LONGEST} />
      <TextField
        label="Endpoint name"
        name="endpoint_name"
        value={endpoint_name ?? ''}
        longest={LONGEST}
      />
      <SelectField label="Status" name="status" value={status ?? ''} options={STATUSES} />
      <SelectField
        label="Since"
        name="since"
        value={since ?? ''}
        options={[
          ['', 'Any time'],
          // The time from a link or an earlier choice.
          ...(since === undefined ? [] : [[since, describeSince(since)] as const]),
          ...SPANS,
        ]}
      />
      <SelectField label="Order" name="sort" value={sort ?? ''} options={SORTS} />
      <div className="actions">
        <Button type="submit">Search</Button>
        {Object.keys(filters).length > 0 && (
          <Button look="quiet" onPress={() => void navigate({ to: '/tasks', search: {} })}>
            Clear all
          </Button>
        )}
        {Object.entries(linked).map(([name, value]) => (
          <span key={name} className="chip">
            {name.replaceAll('_', ' ')}: {String(value).slice(0, 24)}
          </span>
        ))}
      </div>
    </form>
  );
}

/**
 * A form whose fields follow the values when they change; recreating the form would lose the focus.
 */
function useFilledForm(values: Readonly<Record<string, string | undefined>>) {
  const form = useRef<HTMLFormElement>(null);
  const text = JSON.stringify(values);
  useEffect(() => {
    const texts = JSON.parse(text) as Readonly<Record<string, string>>;
    for (const field of form.current?.elements ?? []) {
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (isField) field.value = texts[field.name] ?? '';
    }
  }, [text]);
  return form;
}

/** In the reader's time zone; the server reports text that is not a time. */
function describeSince(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}
