import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { readTexts, SelectField, TextField } from '../../ui/fields.tsx';
import { readTaskFilters, type TaskFilters } from './task-filters.ts';

const STATUSES = [
  ['', 'Any'],
  ['open', 'Open'],
  ['queued', 'Queued'],
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

interface FiltersProps {
  readonly filters: TaskFilters;
}

/** The filters that people use; others come from links, are shown by name and can be cleared. */
export function Filters({ filters }: FiltersProps) {
  const navigate = useNavigate();
  const { status, q, endpoint_name, sort, ...linked } = filters;
  const apply = (form: HTMLFormElement) =>
    void navigate({ to: '/tasks', search: { ...linked, ...readTaskFilters(readTexts(form)) } });
  return (
    <form
      // Filters from a link become the new initial values.
      key={JSON.stringify(filters)}
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
      <TextField label="Search" name="q" value={q ?? ''} />
      <TextField label="Endpoint name" name="endpoint_name" value={endpoint_name ?? ''} />
      <SelectField label="Status" name="status" value={status ?? ''} options={STATUSES} />
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
            {name.replaceAll('_', ' ')}: {value.slice(0, 24)}
          </span>
        ))}
      </div>
    </form>
  );
}
