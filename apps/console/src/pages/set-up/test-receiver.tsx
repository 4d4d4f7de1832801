import { dataOf, type ErrandSchemas } from '@errand/client';
import { useMutation } from '@tanstack/react-query';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { Button } from '../../ui/button.tsx';
import { readTexts, TextField } from '../../ui/fields.tsx';
import { Problem } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { Mark } from '../../ui/status.tsx';

type Target = ErrandSchemas['CallbackTarget'];
type Answer = ErrandSchemas['TestDeliveryAnswer'];

/** Sends a signed example of a result to a receiver, and shows what it returned. */
export function TestReceiver() {
  const errand = useErrand();
  const mayChange = useMay('submit');
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: (body: Target) => dataOf(errand.api.POST('/api/v1/deliveries/test', { body })),
  });
  if (!mayChange) return null;
  return (
    <Section title="Test your receiver">
      <form
        className="card form"
        onSubmit={(event) => {
          event.preventDefault();
          mutate(readTarget(readTexts(event.currentTarget)));
        }}
      >
        <TextField
          label="Callback URL"
          name="url"
          type="url"
          required
          help="Gets an example of a result, signed like every callback. It contains nothing from your account."
        />
        <TextField
          label="Its API key"
          name="receiver-key"
          type="password"
          help="Optional. Sent in the x-api-key header."
        />
        <TextField label="Its user name" name="user" help="Optional, for basic authentication." />
        <TextField label="Its password" name="receiver-password" type="password" />
        <div>
          <Button type="submit" disabled={isPending}>
            {isPending ? 'Sending…' : 'Send a test'}
          </Button>
        </div>
        <div role="status">{data && !isPending && <TestAnswer answer={data} />}</div>
        <Problem error={error} />
      </form>
    </Section>
  );
}

function readTarget(texts: Readonly<Record<string, string>>): Target {
  const { url = '', user, 'receiver-key': key, 'receiver-password': password } = texts;
  return {
    url,
    ...(key === undefined ? {} : { api_key: key }),
    ...(user === undefined ? {} : { username: user }),
    ...(password === undefined ? {} : { password }),
  };
}

interface TestAnswerProps {
  readonly answer: Answer;
}

function TestAnswer({ answer: { delivered, status, error, response } }: TestAnswerProps) {
  if (delivered) return <Mark look="success" words={`Received: status ${status}.`} />;
  return (
    <div className="section">
      <Mark look="failed" words={error ?? `The receiver returned ${status}.`} />
      {response !== null && response !== '' && <pre>{response}</pre>}
    </div>
  );
}
