import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '#web/lib/class-names.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { addModal } from '#web/lib/open-modals.ts'

/** Longest animation of a closing modal */
const CLOSING_MS = 200

/**
 * Modal `<dialog>`: the browser keeps the focus inside it and makes the rest of the page inert. Escape, Back and a click beside the sheet
 * call `onClose`; an alert dialog ignores the click. The element with `data-autofocus` is focused first, otherwise the first control.
 * Closing returns the focus to the element that had it before. `className` is that of the sheet, `overlay` that of the surface around it.
 */
export function Modal({
  open = true,
  backCloses = true,
  focusSheet = false,
  opener,
  overlay = 'bg-night/70 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade',
  className,
  children,
  onClose,
  onFocusBack,
  onKeyDown,
  ...rest
}: Omit<ComponentProps<'dialog'>, 'onClose'> & {
  open?: boolean
  /** False for a modal with its own URL, and for one that asks about a navigation */
  backCloses?: boolean
  focusSheet?: boolean
  /** Selector of the element to focus on closing if the one that had the focus is gone */
  opener?: string
  overlay?: string
  onClose: () => void
  /** Moves the focus on closing, instead of returning it */
  onFocusBack?: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Rendered until its closing animation has ended.
  const [isRendered, setIsRendered] = useState(open)
  if (open && !isRendered) setIsRendered(true)
  useBackCloses(open && backCloses, onClose)

  const returnFocus = useEffectEvent((closed: Element, before: Element | null, around: Element | null | undefined) => {
    if (onFocusBack) return onFocusBack()
    // The code that closed the modal may have moved the focus. A modal around this one that closed too returns it itself.
    const { activeElement, body } = document
    if ((activeElement !== body && !closed.contains(activeElement)) || around?.isConnected === false) return
    const target = before?.isConnected && before !== document.body ? before : opener && document.querySelector(opener)
    if (target instanceof HTMLElement) target.focus()
  })
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const before = document.activeElement
    const around = before?.closest('dialog')
    element.showModal()
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
    const remove = addModal(element)
    return () => {
      element.close()
      remove()
      queueMicrotask(() => returnFocus(element, before, around))
    }
  }, [open])
  useEffect(() => {
    if (open || !isRendered) return
    const timer = setTimeout(setIsRendered, CLOSING_MS, false)
    return () => clearTimeout(timer)
  }, [open, isRendered])

  /** `onKeyDown` prevents the default of an Escape that only closes a part of the modal. */
  function handleKey(event: KeyboardEvent<HTMLDialogElement>) {
    onKeyDown?.(event)
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // The browser would fire the dialog's cancel event.
    event.preventDefault()
    onClose()
  }

  /** Handles close requests other than keys, such as a phone's Back gesture. A file field inside fires the same event. */
  function closeByRequest(event: SyntheticEvent) {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }

  /** Some browsers close a dialog without asking. It opens again if `onClose` leaves it open, as while an action is in progress. */
  function closeUnasked({ currentTarget }: SyntheticEvent<HTMLDialogElement>) {
    if (!open || currentTarget.open) return
    onClose()
    setTimeout(reopen)
  }
  const reopen = useEffectEvent(() => {
    if (open && dialog.current?.isConnected && !dialog.current.open) dialog.current.showModal()
  })

  /** Not by a click, which a selection that begins in the sheet may end with. */
  function closeByPress(event: MouseEvent) {
    const isPress = event.button === 0 && !event.ctrlKey
    if (!isPress || event.target !== event.currentTarget || rest.role === 'alertdialog') return
    // The press would move the focus to the page after it has been returned.
    event.preventDefault()
    onClose()
  }

  if (!isRendered) return null
  const state = open ? 'open' : 'closed'
  return createPortal(
    <dialog
      {...rest}
      ref={dialog}
      data-state={state}
      // Fading out, its controls are gone for the keyboard and assistive technology. Chrome 100 has no `inert`.
      inert={!open}
      aria-hidden={!open || undefined}
      onKeyDown={handleKey}
      onCancel={closeByRequest}
      onClose={closeUnasked}
      onMouseDown={closeByPress}
      className={classNames(
        'fixed inset-0 z-50 block size-full max-h-none max-w-none backdrop:bg-transparent data-[state=closed]:pointer-events-none',
        overlay || 'bg-transparent',
      )}
    >
      <div
        data-state={state}
        tabIndex={focusSheet ? -1 : undefined}
        data-autofocus={focusSheet || undefined}
        className={classNames('outline-none', className)}
      >
        {children}
      </div>
    </dialog>,
    document.body,
  )
}
