import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, type Ref, useRef } from 'react'
import { useBackCloses } from '#web/lib/history/use-back-closes.ts'
import './viewer.css'

/** The dark room around a document: title, way out, and the keyboard kept inside. `soundSlot` is a place for what plays meanwhile. */
export function ViewerDialog({
  title,
  note,
  soundSlot,
  onClose,
  children,
}: {
  title: string
  note?: string | undefined
  soundSlot?: Ref<HTMLElement> | undefined
  onClose: () => void
  children: ReactNode
}) {
  const room = useRef<HTMLDivElement>(null)
  const before = useRef<Element>(null)
  useBackCloses(true, onClose)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          ref={room}
          className="viewer on-dark"
          aria-describedby={undefined}
          // Not the close button: space and the arrows belong to the page.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            before.current = document.activeElement
            room.current?.focus()
          }}
          // Radix knows only triggers of its own.
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
          }}
          // In the page number's field Escape only leaves the field.
          onEscapeKeyDown={(event) => event.target instanceof HTMLInputElement && event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <header className="viewer-head">
            <Dialog.Title className="viewer-title">{title}</Dialog.Title>
            {note && <span className="viewer-note">{note}</span>}
            <span ref={soundSlot} className="contents" />
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
