import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { readTexts, TextField } from '../ui/fields.tsx';
import { BRAND } from '../ui/icons.tsx';
import { Problem } from '../ui/loaded.tsx';

interface SignInProps {
  readonly isOpening: boolean;
  readonly refusal: Error | null;
  readonly onKey: (apiKey: string, isRemembered: boolean) => void;
}

export function SignIn({ isOpening, refusal, onKey }: SignInProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    document.title = 'Sign in · Errand';
    form.current?.querySelector('input')?.focus();
  }, []);
  return (
    <main className="sign-in">
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          const { 'api-key': apiKey, remembered } = readTexts(event.currentTarget);
          if (apiKey !== undefined) onKey(apiKey.trim(), remembered === 'yes');
        }}
      >
        <div className="brand">
          {BRAND}
          Errand
        </div>
        <h1>Sign in</h1>
        <TextField
          label="API key"
          name="api-key"
          type="password"
          required
          help="This tab keeps the key until you sign out or close it, unless you tick the box below."
        />
        <label className="check">
          <input type="checkbox" name="remembered" value="yes" aria-describedby="remembered-help" />
          Keep me signed in on this browser
        </label>
        <small id="remembered-help" className="soft">
          Exchanges the key for a cookie that scripts cannot read. It ends after 12 hours without
          use, and after seven days.
        </small>
        <Problem error={refusal} />
        <Button type="submit" look="main-action" disabled={isOpening}>
          {isOpening ? 'Signing in…' : 'Sign in'}
        </Button>
        <p className="soft">
          On your own machine, <code>npm start</code> prints a key. Elsewhere, ask whoever runs this
          installation. <a href="/docs/">Documentation</a>
        </p>
      </form>
    </main>
  );
}
