import CloudOff from 'lucide-react/icons/cloud-off'
import { useRevalidator } from 'react-router'
import { useOnline } from '#web/lib/online.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Stands where the list would, when it could not be had. */
export function ListFailure() {
  const { revalidate, state } = useRevalidator()
  const online = useOnline()
  const busy = state === 'loading'
  return (
    <div role="alert">
      <EmptyState icon={<CloudOff />} title={online ? 'The list could not be fetched' : 'You are offline'}>
        <p>
          {online
            ? 'What you chose is kept. Wait a moment and try again.'
            : 'What you chose is kept. Try again when the connection is back.'}
        </p>
        <Button variant="outline" className="mt-6 min-w-40" aria-busy={busy || undefined} onClick={() => !busy && revalidate()}>
          {busy && <Spinner />}
          Try again
        </Button>
      </EmptyState>
    </div>
  )
}
