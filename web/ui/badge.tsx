import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

const TONES = {
  success: 'bg-leaf text-white',
  'success-outline': 'text-leaf ring-[1.5px] ring-inset ring-leaf',
  pending: 'bg-lamp-2 text-[#231a08]',
  danger: 'bg-brick text-white',
  'danger-outline': 'text-brick ring-[1.5px] ring-inset ring-brick',
  neutral: 'text-soft ring-1 ring-inset ring-edge',
} as const

export type BadgeTone = keyof typeof TONES

export function Badge({ tone, className, children }: { tone: BadgeTone; className?: string; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-block whitespace-nowrap rounded-full px-2.5 py-0.5 font-semibold text-sm leading-normal',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
