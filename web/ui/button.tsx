import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/lib/class-names.ts'
import { newTabIfExternal } from '#web/lib/external-link.ts'
import { Spinner } from './spinner.tsx'

const VARIANTS = {
  primary: 'bg-lamp-2 text-[#231a08] hover:bg-lamp-hover active:bg-lamp-active',
  solid: 'bg-ink text-paper hover:bg-[#2c3546] active:bg-night',
  outline: 'text-ink ring-[1.5px] ring-inset ring-edge hover:bg-paper-2 hover:ring-ink active:bg-rule',
  'outline-light': 'bg-night/45 text-white ring-[1.5px] ring-inset ring-white/70 hover:bg-night/70 hover:ring-white active:bg-night/85',
  quiet: 'text-ink hover:bg-paper-2 active:bg-rule',
  danger: 'bg-brick text-white hover:bg-[#862a1b] active:bg-[#6f2215]',
} as const

const SIZES = {
  large: 'min-h-12 px-6 py-3 text-lg',
  medium: 'min-h-12 px-6 py-3 text-md',
  small: 'min-h-11 px-4 py-2 text-base',
} as const

type Look = { variant?: keyof typeof VARIANTS; size?: keyof typeof SIZES }

/** Returns the CSS classes of a button, for other elements that look like a button. */
export function buttonClass({ variant = 'primary', size = 'medium' }: Look = {}, className?: string): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-control text-center font-[650] leading-tight transition-colors duration-150',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress forced-colors:border',
    VARIANTS[variant],
    SIZES[size],
    className,
  )
}

/** Button. While `busy`, the button is disabled and displays a spinner beside its label. */
export function Button({
  variant,
  size,
  busy = false,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, size }, className)}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** Link that looks like a button. External URLs open in a new tab. */
export function ButtonLink({ to, variant, size, className, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & Look & { to: string }) {
  return <Link to={to} className={buttonClass({ variant, size }, className)} {...newTabIfExternal(to)} {...rest} />
}
