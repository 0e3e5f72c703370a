import hotToast, { Toaster as HotToaster } from 'react-hot-toast'

export const say = { plain: hotToast, success: hotToast.success, error: hotToast.error }

export const remove = (id: string) => hotToast.remove(id)

/**
 * Short notices at the foot of the page. Durations are the product's: success 2 s, error 4 s, plain 4 s,
 * loading until dismissed; the library itself keeps at most 20 at once.
 */
export function Notices() {
  return (
    <HotToaster
      position="bottom-center"
      containerStyle={{ bottom: 'calc(var(--dock, 0px) + max(1.25rem, env(safe-area-inset-bottom)))', zIndex: 70 }}
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
