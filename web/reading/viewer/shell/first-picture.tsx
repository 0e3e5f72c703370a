import { type ComponentProps, useEffect, useState } from 'react'
import type { FirstPage, PagePicture } from '#web/reading/viewer/book/first-page.ts'
import { Loading } from '#web/reading/viewer/book/messages.tsx'

/** Image of the page at which a document opens, in the position where the reader will render that page. */
export function FirstPicture({ first, fetchState, ways }: { first: FirstPage | undefined } & ComponentProps<typeof Loading>) {
  const [picture, setPicture] = useState<PagePicture | undefined>(first?.shown)

  useEffect(() => {
    let active = true
    void first?.picture.then((arrived) => active && setPicture(arrived))
    return () => {
      active = false
    }
  }, [first])

  if (!first || !picture) return <Loading fetchState={fetchState} ways={ways} />
  return (
    <>
      <div className="viewer-stage" data-page-number={first.number}>
        <img
          src={picture.url}
          alt={`Page ${first.number}`}
          className="viewer-paper viewer-first"
          data-whole={first.isWhole || undefined}
          onLoad={() => {
            first.shown = picture
          }}
          onError={() => setPicture(undefined)}
        />
      </div>
      <div className="viewer-foot" />
    </>
  )
}
