import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, type Ref, useRef } from 'react'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import './viewer.css'

/** The full-screen dialog around a document, with its header. */
export function ViewerDialog({
  title,
  note,
  playerSlot,
  onClose,
  children,
}: {
  title: string
  note?: string | undefined
  playerSlot?: Ref<HTMLElement> | undefined
  onClose: () => void
  children: ReactNode
}) {
  const content = useRef<HTMLDivElement>(null)
  const previousFocus = useRef<Element>(null)
  useBackCloses(true, onClose)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          ref={content}
          className="viewer on-dark"
          aria-describedby={undefined}
          // Not the close button: space and the arrow keys are for the page.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            previousFocus.current = document.activeElement
            content.current?.focus()
          }}
          // Radix restores the focus only to its own triggers.
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true })
          }}
          // In the page number's field Escape closes only the field.
          onEscapeKeyDown={(event) => event.target instanceof HTMLInputElement && event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <header className="viewer-head">
            <Dialog.Title className="viewer-title">{title}</Dialog.Title>
            {note && <span className="viewer-note">{note}</span>}
            <span ref={playerSlot} className="contents" />
            <Dialog.Close className="viewer-button" aria-label="Close" title="Close">
              <X aria-hidden />
            </Dialog.Close>
          </header>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
