import { useRevalidator } from 'react-router'
import { Spinner } from './spinner.tsx'

/** Button that reloads the page's data without reloading the document, so that playback continues. */
export function TryAgain({ className }: { className: string }) {
  const { revalidate, state } = useRevalidator()
  const busy = state === 'loading'
  return (
    <button type="button" aria-busy={busy || undefined} className={className} onClick={() => !busy && revalidate()}>
      {busy && <Spinner />} Try again
    </button>
  )
}
