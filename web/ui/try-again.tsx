import { useRevalidator } from 'react-router'
import { Spinner } from './spinner.tsx'

/** Asks again for what the page shows, without loading the page anew: what plays goes on. */
export function TryAgain({ className }: { className: string }) {
  const { revalidate, state } = useRevalidator()
  const busy = state === 'loading'
  return (
    <button type="button" aria-busy={busy || undefined} className={className} onClick={() => !busy && revalidate()}>
      {busy && <Spinner />} Try again
    </button>
  )
}
