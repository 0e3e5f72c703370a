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

/** Duration of the longest closing animation of a modal */
const CLOSING_MS = 200

/**
 * Modal `<dialog>`: the browser keeps the focus inside and makes the rest of the page inert. Escape, Back and a press beside the sheet call
 * `onClose`; an alert dialog ignores the press. Opening focuses the element with `data-autofocus`, otherwise the first control. Closing
 * returns the focus to the previously focused element. `className` applies to the sheet, `overlay` to the surface around it.
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
  /** Whether Back closes the modal; false for a modal with its own URL, and for a modal that asks about a navigation */
  backCloses?: boolean
  focusSheet?: boolean
  /** Selector of the element to focus on closing if the previously focused element no longer exists */
  opener?: string
  overlay?: string
  onClose: () => void
  /** Called on closing to move the focus, instead of returning it to the previously focused element */
  onFocusBack?: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The modal stays rendered until its closing animation has ended.
  const [isRendered, setIsRendered] = useState(open)
  if (open && !isRendered) setIsRendered(true)
  useBackCloses(open && backCloses, onClose)

  const returnFocus = useEffectEvent((closed: Element, before: Element | null, around: Element | null | undefined) => {
    if (onFocusBack) return onFocusBack()
    // The focus is not returned if the code that closed the modal has moved it. If an enclosing modal closed at the same time, the
    // enclosing modal returns the focus.
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

  /** Closes the modal on Escape, unless `onKeyDown` prevents the default because Escape only closes a part of the modal. */
  function handleKey(event: KeyboardEvent<HTMLDialogElement>) {
    onKeyDown?.(event)
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // The default action is prevented, since the browser would fire a cancel event in addition.
    event.preventDefault()
    onClose()
  }

  /** Handles close requests other than keys, such as a phone's Back gesture. Cancel events of a file field in the modal are ignored. */
  function closeByRequest(event: SyntheticEvent) {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }

  /**
   * Handles browsers that close a dialog without a cancel event. The dialog is opened again if `onClose` doesn't close it, for example
   * while an action is in progress.
   */
  function closeUnasked({ currentTarget }: SyntheticEvent<HTMLDialogElement>) {
    if (!open || currentTarget.open) return
    onClose()
    setTimeout(reopen)
  }
  const reopen = useEffectEvent(() => {
    if (open && dialog.current?.isConnected && !dialog.current.open) dialog.current.showModal()
  })

  /**
   * Closes the modal on a mouse press beside the sheet. A click is not used, since selecting text can start in the sheet and end with a
   * click beside it.
   */
  function closeByPress(event: MouseEvent) {
    const isPress = event.button === 0 && !event.ctrlKey
    if (!isPress || event.target !== event.currentTarget || rest.role === 'alertdialog') return
    // The default action is prevented, since the press would move the focus to the page after the focus has been returned.
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
      // The controls of a modal are inaccessible to the keyboard and assistive technology while the modal fades out. `aria-hidden` is set
      // as well, since Chrome 100 doesn't support `inert`.
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
