import { useEffect, useState } from 'react'
import type { PageWidth } from '#contracts/reading/page-widths.ts'
import type { PagePicture } from '#web/reading/viewer/first-page/first-page.ts'
import type { PageFetcher } from './page-fetcher.ts'

/**
 * Fetches the image of a page in a width. `layers` are the images to stack: the visible one, and a wider one until it is loaded. `missing`
 * is set when the image is unavailable or broken.
 */
export function usePicture(fetcher: PageFetcher, page: number, width: PageWidth) {
  const [seen, setSeen] = useState(() => fetcher.shownPicture(page, width))
  const [next, setNext] = useState<PagePicture>()
  const [missing, setMissing] = useState(false)

  useEffect(() => {
    let active = true
    fetcher.fetchPicture(page, width).then(
      (picture) => {
        if (!active) return
        if (picture) setNext(picture)
        else setMissing(true)
      },
      () => {}, // The failure is in the fetcher's state.
    )
    return () => {
      active = false
    }
  }, [fetcher, page, width])

  function onBroken(picture: PagePicture) {
    setMissing(true)
    if (picture === next) setNext(undefined)
  }

  const layers = [seen, next === seen ? undefined : next].filter((picture) => picture !== undefined)
  return { layers, seen, missing: missing && !seen, onLoaded: setSeen, onBroken }
}
