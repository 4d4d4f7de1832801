import { dataOf, type ErrandSchemas } from '@errand/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useErrand } from '../../api/errand-context.ts';
import type { Path } from '../nodes/paths.ts';
import type { Automation } from './draft/automation-draft.ts';

/** Delay after the last change. */
const PAUSE_MS = 400;

export interface Fault {
  readonly path: Path;
  readonly message: string;
  /** An error makes the automation invalid; a warning does not. */
  readonly kind: 'error' | 'warning';
}

export interface Check {
  readonly isValid: boolean;
  readonly faults: readonly Fault[];
}

/**
 * Faults that the server finds in the automation, checked shortly after each change. Until then,
 * `isCurrent` is false and the faults are those of an earlier draft.
 */
export function useCheck(automation: Automation) {
  const errand = useErrand();
  const [settled, setSettled] = useState(automation);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(automation), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [automation]);
  const query = useQuery({
    queryKey: ['check', settled],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const body = { automation: settled };
      const answer = errand.api.POST('/api/v1/automations/check', { body, signal });
      return readCheck(await dataOf(answer));
    },
  });
  const { data, error, isPlaceholderData } = query;
  return { data, error, isCurrent: settled === automation && !isPlaceholderData };
}

function readCheck({ valid, errors, warnings }: ErrandSchemas['AutomationCheck']): Check {
  return {
    isValid: valid,
    faults: [
      ...errors.map(({ path, message }) => ({ path, message, kind: 'error' as const })),
      ...warnings.map(({ path, message }) => ({ path, message, kind: 'warning' as const })),
    ],
  };
}

const startsWith = (path: Path, start: Path): boolean =>
  start.every((key, index) => path[index] === key);

/** Faults of the node itself, not of its inner nodes. */
export function faultsOf(faults: readonly Fault[], node: Path): Fault[] {
  return faults.filter(({ path }) => {
    if (!startsWith(path, node)) return false;
    const rest = path.slice(node.length);
    return !(
      /^(?:nodes|reset_nodes|if_nodes|else_nodes)$/.test(String(rest[0])) && rest.length > 1
    );
  });
}

export const faultsAt = (faults: readonly Fault[], field: Path): Fault[] =>
  faults.filter(({ path }) => path.length > 0 && startsWith(path, field));
