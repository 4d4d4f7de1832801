import type { ReactNode } from 'react';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  readonly type?: 'button' | 'submit';
  readonly look?: 'plain' | 'main-action' | 'danger' | 'quiet';
  readonly small?: boolean;
  /** Without an effect for now. It keeps the focus, unlike a button that the browser disables. */
  readonly disabled?: boolean;
  /** For screen readers, when the text alone does not say what the button acts on. */
  readonly label?: string;
}

export function Button({
  children,
  onPress,
  type = 'button',
  look = 'plain',
  small = false,
  disabled = false,
  label,
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass({ look, small })}
      aria-disabled={disabled || undefined}
      aria-label={label}
      onClick={(event) => {
        if (disabled) event.preventDefault();
        else onPress?.();
      }}
    >
      {children}
    </button>
  );
}

/** For links and dialog triggers that look like buttons. */
export function buttonClass({
  look = 'plain',
  small = false,
}: Pick<ButtonProps, 'look' | 'small'>) {
  return ['button', look, small ? 'small' : ''].join(' ').trim();
}
