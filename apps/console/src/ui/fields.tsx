import { type ReactNode, useId } from 'react';

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly help?: ReactNode;
  readonly value?: string;
  readonly required?: boolean;
}

interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'password' | 'number' | 'email' | 'url' | 'datetime-local';
  readonly multiline?: boolean;
  /** The most characters that the API accepts; unlimited if absent. */
  readonly longest?: number;
  readonly onType?: (text: string) => void;
}

/** Later dates have years of five digits, which times in the API do not. */
const LATEST = '9999-12-31T23:59';

/** A name of spaces alone could not be seen in a list. */
const NOT_BLANK = { pattern: '.*\\S.*', title: 'At least one character other than a space' };

/** A text field with its label; read its value from the form by its name. */
export function TextField(props: TextFieldProps) {
  const { label, name, help, value, required = false, type = 'text', multiline = false } = props;
  const id = useId();
  const shared = {
    id,
    name,
    required,
    className: 'input',
    defaultValue: value,
    spellCheck: false,
    autoComplete: 'off',
    'aria-describedby': help === undefined ? undefined : `${id}-help`,
    maxLength: props.longest,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      props.onType?.(currentTarget.value),
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {multiline ? (
        <textarea {...shared} />
      ) : (
        <input
          {...shared}
          type={type}
          {...(type === 'datetime-local' && { max: LATEST })}
          {...(type === 'text' && required && NOT_BLANK)}
        />
      )}
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
    </div>
  );
}

interface SelectFieldProps extends FieldProps {
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChoose?: (value: string) => void;
  /** The choice, if the page keeps it; otherwise the field keeps it, starting with `value`. */
  readonly chosen?: string;
}

export function SelectField(props: SelectFieldProps) {
  const { label, name, help, value, options, onChoose, chosen } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        className="input"
        {...(chosen === undefined ? { defaultValue: value } : { value: chosen })}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={(event) => onChoose?.(event.currentTarget.value)}
      >
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
    </div>
  );
}

type FilesFieldProps = Omit<FieldProps, 'value'>;

/** Files from this computer; read them from the form with `getAll`. */
export function FilesField({ label, name, help, required = false }: FilesFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type="file"
        multiple
        required={required}
        className="input"
        aria-describedby={help === undefined ? undefined : `${id}-help`}
      />
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
    </div>
  );
}

/** The text values of a form by name, without empty ones. */
export function readTexts(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}
