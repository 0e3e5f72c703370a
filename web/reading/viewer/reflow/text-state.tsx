import { Loading } from '#web/reading/viewer/book/messages.tsx'
import { PageError } from '#web/reading/viewer/book/page-error.tsx'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'

/** Message in place of text that is not loaded yet. */
export function TextState() {
  const { fetchState, retryFetch, reopen } = useViewer()
  const { failure } = fetchState
  return (
    <div className="reading-state">
      {failure ? <PageError reason={failure} onRetry={failure === 'refused' ? reopen : retryFetch} /> : <Loading />}
    </div>
  )
}
