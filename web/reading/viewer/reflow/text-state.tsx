import { Loading } from '#web/reading/viewer/document/messages.tsx'
import { PageError } from '#web/reading/viewer/document/page-error.tsx'
import { useViewer } from '#web/reading/viewer/viewer-context.ts'

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
