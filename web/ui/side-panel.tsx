import { Dialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { isAbove, OVERLAY } from './dialog.tsx'
import { DialogHeader } from './dialog-header.tsx'
import { scrollFocusedIntoView } from './scroll-focused.ts'
import { useReturnFocus } from './use-return-focus.ts'

/**
 * A page over its parent page: at its side, and on a phone over all of it. Open while it is rendered; its title is the page's heading
 * and gets the focus. `opener` selects the element that opens it, which gets the focus afterwards, even after a direct visit.
 */
export function SidePanel({
  title,
  opener,
  onClose,
  children,
}: {
  title: string
  opener: string
  onClose: () => void
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus(opener)

  function focusTitle(event: Event) {
    onOpenAutoFocus()
    event.preventDefault()
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={OVERLAY} />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusTitle}
          onCloseAutoFocus={onCloseAutoFocus}
          onFocus={scrollFocusedIntoView}
          onInteractOutside={(event) => isAbove(event.target) && event.preventDefault()}
          className="fixed inset-y-0 right-0 z-50 flex w-full animate-slide flex-col bg-paper text-ink shadow-float outline-none sm:w-[min(46rem,calc(100%-4rem))]"
        >
          <DialogHeader
            title={
              <h1 ref={heading} tabIndex={-1}>
                {title}
              </h1>
            }
          />
          <div className="flex-1 overflow-y-auto overscroll-contain px-5 py-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:px-7 sm:py-6">
            {children}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
