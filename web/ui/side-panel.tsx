import { type ReactNode, useRef } from 'react'
import { DialogFrame } from './dialog.tsx'
import { useReturnFocus } from './dialog-focus.ts'

/**
 * Page over its parent page: at its side, or on a phone over all of it. Open while it is rendered; its title is the page's heading and is
 * focused. `opener` selects the element that opens it, which is focused afterwards, even after a direct visit.
 */
export function SidePanel({ title, opener, ...content }: { title: string; opener: string; onClose: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus(opener)

  function focusTitle(event: Event) {
    onOpenAutoFocus()
    event.preventDefault()
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <DialogFrame
      {...content}
      open
      focus={{ onOpenAutoFocus: focusTitle, onCloseAutoFocus }}
      title={
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      }
      className="fixed inset-y-0 right-0 z-50 flex w-full animate-slide flex-col bg-paper text-ink shadow-float outline-none sm:w-[min(46rem,calc(100%-4rem))]"
      bodyClassName="flex-1"
    />
  )
}
