import { useContext, useEffect, useId, useState } from 'react';
import { formatName } from '../../ui/format.ts';
import { LocatorTools } from './locator-tools.tsx';
import { type FormField, readField, writeField } from './schema/form-fields.ts';
import type { Fault } from './use-check.ts';
import { UnappliedContext } from './use-unapplied.ts';

interface FormFieldProps {
  readonly field: FormField;
  readonly value: unknown;
  readonly faults: readonly Fault[];
  readonly onValue: (value: unknown) => void;
}

/** A field of a step with its help text and the faults that the check found in it. */
export function FormFieldRow(props: FormFieldProps) {
  const { field, faults } = props;
  const id = useId();
  const [problem, setProblem] = useState('');
  const report = useContext(UnappliedContext);
  useEffect(() => {
    report(id, problem);
    return () => report(id, '');
  }, [id, problem, report]);
  const words = [problem, ...faults.map(({ message }) => message)].filter(Boolean);
  return (
    <div className="field form-field" data-bad={words.length > 0}>
      <label htmlFor={id}>
        {formatName(field.name)}
        {field.isRequired && <span className="soft"> (required)</span>}
      </label>
      <Control
        {...props}
        id={id}
        onProblem={setProblem}
        isBad={words.length > 0}
        describedBy={describe(id, { isBad: words.length > 0, hasHelp: field.help !== '' })}
      />
      {words.length > 0 && (
        <div id={`${id}-faults`}>
          {words.map((each) => (
            <p key={each} className={faultClass(each)} role="alert">
              {each}
            </p>
          ))}
        </div>
      )}
      {field.help !== '' && (
        <details className="field-help">
          <summary>
            <span className="unseen">{formatName(field.name)}: </span>what it is
          </summary>
          <small id={`${id}-help`}>{field.help}</small>
        </details>
      )}
    </div>
  );
}

const faultClass = (words: string) => (words.includes('\n') ? 'field-fault lines' : 'field-fault');

function describe(
  id: string,
  { isBad, hasHelp }: { readonly isBad: boolean; readonly hasHelp: boolean },
): string | undefined {
  const ids = [...(isBad ? [`${id}-faults`] : []), ...(hasHelp ? [`${id}-help`] : [])];
  return ids.length === 0 ? undefined : ids.join(' ');
}

interface ControlProps extends FormFieldProps {
  readonly id: string;
  readonly isBad: boolean;
  /** IDs of the field's error messages and help text. */
  readonly describedBy: string | undefined;
  readonly onProblem: (problem: string) => void;
}

function Control(props: ControlProps) {
  const { field, value, id, isBad, describedBy, onValue } = props;
  if (field.control === 'switch') {
    const fallback = field.fallback === true;
    return (
      <span className="switch">
        <input
          id={id}
          type="checkbox"
          aria-invalid={isBad}
          aria-describedby={describedBy}
          checked={typeof value === 'boolean' ? value : fallback}
          onChange={(event) => {
            const next = event.currentTarget.checked;
            onValue(next === fallback ? undefined : next);
          }}
        />
      </span>
    );
  }
  if (field.control === 'choice') {
    return (
      <select
        id={id}
        className="input"
        aria-invalid={isBad}
        aria-describedby={describedBy}
        value={writeField('text', value)}
        onChange={(event) => onValue(event.currentTarget.value || undefined)}
      >
        {!field.isRequired && (
          <option value="">
            {field.fallback ? `default: ${writeField('text', field.fallback)}` : 'none'}
          </option>
        )}
        {field.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  }
  return <TextControl {...props} />;
}

function TextControl(props: ControlProps) {
  const { field, value, id, isBad, describedBy, onValue, onProblem } = props;
  const { control, fallback } = field;
  const given = writeField(control, value);
  const [text, setText] = useState(given);
  // The value changed elsewhere: in the JSON, by a pick or by an undo.
  useEffect(() => {
    setText(given);
    onProblem('');
  }, [given, onProblem]);
  const change = (next: string) => {
    setText(next);
    try {
      const read = readField(field, next);
      onProblem('');
      if (writeField(control, read) !== given) onValue(read);
    } catch (error) {
      onProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const shared = {
    id,
    className: control === 'number' ? 'input' : 'input mono',
    value: text,
    spellCheck: false,
    'aria-invalid': isBad,
    'aria-describedby': describedBy,
    placeholder:
      fallback === undefined || fallback === '' || fallback === null
        ? ''
        : `default: ${writeField('json', fallback)}`,
  };
  const isLong = control === 'long-text' || control === 'list' || control === 'json';
  return (
    <>
      {isLong ? (
        <textarea
          {...shared}
          rows={Math.min(8, Math.max(2, text.split('\n').length))}
          onChange={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <input
          {...shared}
          inputMode={control === 'number' ? 'decimal' : 'text'}
          autoComplete="off"
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
      {control === 'locator' && (
        <LocatorTools command={text} name={formatName(field.name)} onCommand={change} />
      )}
    </>
  );
}
