import CircleAlert from 'lucide-react/icons/circle-alert'
import type { HTMLAttributes } from 'react'
import { classNames } from '#web/lib/class-names.ts'

const TONES = {
  info: 'border-lamp bg-paper-2',
  success: 'border-leaf bg-paper-2',
  danger: 'border-brick bg-brick/8',
  neutral: 'border-rule bg-paper-2',
} as const

/** Highlighted part of a page with a colored edge. */
export function Callout({
  as: Element = 'div',
  tone = 'info',
  className,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'div' | 'p' | 'section'; tone?: keyof typeof TONES }) {
  return <Element className={classNames('border-l-4', TONES[tone], className)} {...rest} />
}

export function ErrorCallout({ className, children }: Pick<HTMLAttributes<HTMLElement>, 'className' | 'children'>) {
  return (
    <Callout tone="danger" className="flex gap-3 px-4 py-3 text-base">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-brick" />
      <div className={classNames('grid min-w-0', className)}>{children}</div>
    </Callout>
  )
}
