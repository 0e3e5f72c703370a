import { lazy, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Preview } from '#web/features/viewer/controls/preview.ts'
import { loadReader } from '#web/features/viewer/load-reader.ts'
import { type DocumentSession, startDocumentSession } from './document-session.ts'
import { LoadFailure } from './load-failure.tsx'
import { Loading } from './loading.tsx'
import type { FetchState } from './range-responses.ts'

const NOTHING: FetchState = { received: 0 }
const never = () => () => {}

/** One attempt to open a document. Everything it needs is asked for at once: code, worker and the file's beginning. */
export function Opening({
  pdfUrl,
  renewUrl,
  onReopen,
  ...book
}: {
  pdfUrl: string
  renewUrl: (() => Promise<string>) | undefined
  onReopen: () => void
  bookId: string
  title: string
  downloadable: boolean
  preview: Preview | undefined
  page: number
  onPage: (page: number) => void
}) {
  // A lazy component remembers its failure, so every attempt has its own.
  const [Reader] = useState(() => lazy(async () => ({ default: (await loadReader()).Reader })))
  const [session, setSession] = useState<DocumentSession>()
  const [failed, setFailed] = useState(false)
  const renew = useEffectEvent(() => renewUrl?.() ?? Promise.resolve(pdfUrl))
  const renewable = renewUrl !== undefined

  useEffect(() => {
    let live = true
    const onFailed = () => live && setFailed(true)
    const { end, ...begun } = startDocumentSession({ pdfUrl, renewUrl: renewable ? () => renew() : undefined, onFailed })
    setSession(begun)
    return () => {
      live = false
      end()
    }
  }, [pdfUrl, renewable])

  const fetched = useSyncExternalStore(session?.fetcher.subscribe ?? never, session?.fetcher.state ?? (() => NOTHING), () => NOTHING)
  if (failed) return <LoadFailure onRetry={onReopen} />
  const loading = <Loading fetched={fetched} />
  if (!session) return loading
  return (
    <Suspense fallback={loading}>
      <Reader
        {...book}
        pdfUrl={pdfUrl}
        session={session}
        fetched={fetched}
        loading={loading}
        onFailed={() => setFailed(true)}
        onReopen={onReopen}
      />
    </Suspense>
  )
}
