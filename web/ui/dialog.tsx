import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { DialogHeader } from './dialog-header.tsx'
import { scrollFocusedIntoView } from './scroll-focused.ts'
import { useReturnFocus } from './use-return-focus.ts'

const WIDTHS = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' } as const

/** Dims the page behind a dialog. */
export const OVERLAY = 'fixed inset-0 z-50 bg-night/70 data-[state=open]:animate-fade data-[state=closed]:animate-fade-out'

/** At the bottom of a phone's screen, centred on a larger one */
export const SHEET = classNames(
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col bg-paper text-ink shadow-float outline-none',
  'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[88dvh] sm:w-[calc(100%-3rem)] sm:rounded-[4px]',
  'data-[state=open]:animate-rise data-[state=closed]:animate-rise-out',
)

/** Closes on Escape, its close button and a click outside; the focus returns to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  width = 'medium',
  hideTitle = false,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  width?: keyof typeof WIDTHS
  hideTitle?: boolean
  children: ReactNode
}) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          {...returnFocus}
          onFocus={scrollFocusedIntoView}
          onInteractOutside={(event) => isAbove(event.target) && event.preventDefault()}
          className={classNames(SHEET, WIDTHS[width])}
          {...(description == null && { 'aria-describedby': undefined })}
        >
          <DialogHeader title={title} description={description} hideTitle={hideTitle} />
          <div className="overflow-y-auto overscroll-contain px-5 py-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:px-7 sm:py-6">
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Whether an event's target lies above dialogs, such as a toast or the opening screen. */
export function isAbove(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-above-dialogs], .toast') !== null
}
