import { dataOf, type ErrandSchemas } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { useErrand } from '../../api/errand-context.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/fields.tsx';
import { formatMoment } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';

type Secret = ErrandSchemas['SigningSecret'];

/** Receivers use these to check that a callback is genuine. */
export function SigningSecrets() {
  const errand = useErrand();
  const query = useQuery({
    queryKey: ['signing-secrets'],
    queryFn: ({ signal }) => dataOf(errand.api.GET('/api/v1/signing_secrets', { signal })),
  });
  return (
    <Section title="Signing secrets" actions={<Rotate />}>
      <Loaded query={query}>
        {({ signing_secrets: secrets }) => (
          <Table
            label="Signing secrets"
            rows={secrets}
            rowKey={({ signing_secret_id: id }) => id}
            empty="There is none yet: the first callback creates one."
            columns={[
              { name: 'Secret', cell: (secret) => <Shown secret={secret} /> },
              { name: 'Created', cell: ({ created_at: at }) => <When time={at} /> },
              {
                name: 'Ends',
                cell: ({ expires_at: at }) => (at === null ? 'when rotated' : formatMoment(at)),
              },
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}

interface ShownProps {
  readonly secret: Secret;
}

function Shown({ secret: { secret, created_at: created } }: ShownProps) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <code className="wrap">{isShown ? secret : `${secret.slice(0, 6)}…`}</code>{' '}
      <Button
        small
        look="quiet"
        label={`${isShown ? 'Hide' : 'Show'} the secret of ${formatMoment(created)}`}
        onPress={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </Button>
    </>
  );
}

function Rotate() {
  const errand = useErrand();
  const rotate = useChange({
    run: (hours: string | undefined) => {
      const body = hours === undefined ? {} : { overlap_hours: Number(hours) };
      return dataOf(errand.api.POST('/api/v1/signing_secrets/rotate', { body }));
    },
    done: () => 'There is a new signing secret.',
  });
  return (
    <FormDialog
      small
      label="Rotate"
      title="Rotate the signing secret?"
      text="Callbacks are signed with both until the old one ends: give receivers the new one first."
      confirm="Rotate it"
      onSend={({ hours }) => rotate.mutateAsync(hours)}
    >
      <TextField label="Hours until the old one ends" name="hours" type="number" />
    </FormDialog>
  );
}
