import { useEffect, useRef, useState } from 'react';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { Button } from '../../ui/button.tsx';
import { readTexts, TextField } from '../../ui/fields.tsx';
import { Problem } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { Mark } from '../../ui/status.tsx';
import { type Delivery, sendTest } from './send-test.ts';

/** Sends a real, signed callback to a receiver, and shows what it returned. */
export function TestReceiver() {
  const errand = useErrand();
  const mayChange = useMay('submit');
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState<Delivery>();
  const [error, setError] = useState<Error | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const send = async (url: string) => {
    setSending(true);
    setSent(undefined);
    setError(null);
    try {
      setSent(await sendTest(errand, url, leaving.current.signal));
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)));
    } finally {
      setSending(false);
    }
  };
  if (!mayChange) return null;
  return (
    <Section title="Test your receiver">
      <form
        className="card form"
        onSubmit={(event) => {
          event.preventDefault();
          const { url } = readTexts(event.currentTarget);
          if (url !== undefined) void send(url);
        }}
      >
        <TextField
          label="Callback URL"
          name="url"
          type="url"
          required
          help="Gets the result of the last task that succeeded or failed, signed like every callback."
        />
        <div>
          <Button type="submit" disabled={isSending}>
            {isSending ? 'Sending…' : 'Send a test'}
          </Button>
        </div>
        <div role="status">{sent && <Answer delivery={sent} />}</div>
        <Problem error={error} />
      </form>
    </Section>
  );
}

interface AnswerProps {
  readonly delivery: Delivery;
}

function Answer({ delivery }: AnswerProps) {
  const { state, last_status: status, last_error: error, last_response: response } = delivery;
  if (state === 'delivered') return <Mark look="success" words={`Received: status ${status}.`} />;
  return (
    <div className="section">
      <Mark look="failed" words={error ?? `The receiver returned ${status}.`} />
      {response !== null && response !== '' && <pre>{response}</pre>}
    </div>
  );
}
