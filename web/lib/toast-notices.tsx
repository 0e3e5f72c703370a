import { createPortal } from 'react-dom'
import hotToast, { Toaster as HotToaster, useToasterStore } from 'react-hot-toast'
import { useFullScreenElement } from './full-screen.ts'
import { noticePlace, useTopModal } from './open-modals.ts'

function inPlace(show: typeof hotToast | typeof hotToast.error) {
  return (message: string, { undo, label, ...options }: Parameters<typeof show>[1] & { undo?: () => void; label?: string } = {}) => {
    show(
      undo ? ({ id }) => <WithButton message={message} label={label} onPress={() => [undo(), hotToast.dismiss(id)]} /> : message,
      options,
    )
  }
}

function WithButton({ message, label = 'Undo', onPress }: { message: string; label?: string | undefined; onPress: () => void }) {
  return (
    <>
      {message}
      <button type="button" className="toast-undo" onClick={onPress}>
        {label}
      </button>
    </>
  )
}

export const say = { plain: inPlace(hotToast), success: inPlace(hotToast.success), error: inPlace(hotToast.error) }

export const remove = (id: string) => hotToast.remove(id)

/**
 * Container of the toasts. Toasts are rendered inside the open dialog, since screen readers ignore everything outside a modal dialog;
 * otherwise at the bottom of the page.
 */
export function Notices() {
  const place = noticePlace(useTopModal(), useFullScreenElement())
  // The store subscription rerenders the container for each new toast, so that the container's position is up to date.
  useToasterStore()
  const list = <NoticeList atTop={coversButtons(place)} />
  return place ? createPortal(list, place) : list
}

/** Minimum window width at which toasts fit beside the buttons at the bottom of the page */
const WIDE = '(min-width: 40rem)'

/** Returns whether a toast at the bottom of a phone's screen would cover the buttons of a dialog or of a form's sticky action bar. */
function coversButtons(place: Element | null | undefined): boolean {
  return !matchMedia(WIDE).matches && (place instanceof HTMLDialogElement || document.querySelector('[data-action-bar]') !== null)
}

/**
 * List of toasts at the bottom of the page, or below the page header. Default durations: success 2 s, error 4 s, plain 4 s, loading until
 * dismissed. The toast library displays at most 20 toasts at a time.
 */
export function NoticeList({ atTop }: { atTop: boolean }) {
  return (
    <HotToaster
      position={atTop ? 'top-center' : 'bottom-center'}
      containerStyle={{
        top: '4.5rem',
        bottom: 'calc(var(--dock, 0px) + max(1.25rem, env(safe-area-inset-bottom)))',
        zIndex: 70,
      }}
      toastOptions={{
        className: 'toast',
        blank: { duration: 4000 },
        success: { duration: 2000, iconTheme: { primary: '#8fc19a', secondary: '#171c28' } },
        error: { duration: 4000, iconTheme: { primary: '#f0a08f', secondary: '#171c28' } },
        loading: { duration: Number.POSITIVE_INFINITY },
      }}
    />
  )
}
