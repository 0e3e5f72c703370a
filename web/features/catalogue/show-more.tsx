import { Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Adds the next page below. A real link, so that the later pages exist without scripts and for search engines. */
export function ShowMore({
  to,
  state,
  shown,
  total,
  onMore,
}: {
  to: string
  state: 'idle' | 'loading' | 'failed'
  shown: number
  total: number
  onMore: () => void
}) {
  return (
    <div className="mt-14 grid justify-items-center gap-3">
      <Link
        to={to}
        aria-busy={state === 'loading' || undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onMore()
        }}
        className={buttonClass(
          { variant: 'outline' },
          'min-w-48 in-[.on-dark]:text-moon in-[.on-dark]:ring-white/60 in-[.on-dark]:hover:bg-white/10 in-[.on-dark]:hover:ring-white',
        )}
      >
        {state === 'loading' && <Spinner />}
        {state === 'failed' ? 'Try again' : 'Show more'}
      </Link>
      <p role="status" className="text-base text-soft tabular-nums in-[.on-dark]:text-moon">
        {state === 'failed' ? 'The next ones could not be fetched.' : `${shown} of ${total.toLocaleString('en')} shown`}
      </p>
    </div>
  )
}
