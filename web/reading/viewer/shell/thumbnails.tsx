import { useEffect, useId, useRef, useState } from 'react'
import { type PageSource, pageName } from '#web/reading/viewer/book/page-source.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'

type FetchThumbnail = NonNullable<PageSource['fetchThumbnail']>

/** Thumbnails of all pages; each is fetched when it comes into view. */
export function Thumbnails({ fetchThumbnail, onChoose }: { fetchThumbnail: FetchThumbnail; onChoose: (page: number) => void }) {
  const { source } = useViewer()
  const id = useId()
  return (
    <section>
      <h3 id={id} className="viewer-panel-title">
        Pages
      </h3>
      <ol className="viewer-thumbnails" aria-labelledby={id}>
        {Array.from({ length: source.total }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the page
          <li key={index}>
            <Thumbnail number={index + 1} fetchThumbnail={fetchThumbnail} onChoose={() => onChoose(index + 1)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Thumbnail of a page, which opens it. */
export function Thumbnail({ number, fetchThumbnail, onChoose }: { number: number; fetchThumbnail: FetchThumbnail; onChoose: () => void }) {
  const { source, page } = useViewer()
  const button = useRef<HTMLButtonElement>(null)
  const [url, setUrl] = useState<string>()
  const { width = 3, height = 4 } = source.sizes[number - 1] ?? {}

  useEffect(() => {
    if (!button.current) return
    const leaving = new AbortController()
    let made: string | undefined
    const observer = new IntersectionObserver(async (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      made = await fetchThumbnail(number, leaving.signal)
      if (!leaving.signal.aborted) setUrl(made)
      else if (made) URL.revokeObjectURL(made)
    })
    observer.observe(button.current)
    return () => {
      leaving.abort()
      observer.disconnect()
      if (made) URL.revokeObjectURL(made)
    }
  }, [number, fetchThumbnail])

  return (
    <button
      ref={button}
      type="button"
      className="viewer-thumbnail"
      aria-label={`Page ${pageName(source, number)}`}
      aria-current={number === page ? 'page' : undefined}
      onClick={onChoose}
    >
      {url ? (
        <img src={url} alt="" className="viewer-thumbnail-paper" style={{ aspectRatio: width / height }} />
      ) : (
        <span className="viewer-thumbnail-paper" style={{ aspectRatio: width / height }} />
      )}
      {pageName(source, number)}
    </button>
  )
}
