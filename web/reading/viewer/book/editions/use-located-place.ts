import { useEffect, useEffectEvent, useState } from 'react'
import { findBookPlace } from '#web/lib/places/book-places.ts'
import type { PageSource } from '#web/reading/viewer/book/page-source.ts'
import { isInEdition, knownPlace, type LocatedPlace, type OpenEdition } from './known-place.ts'

/** Time limit of the search, in ms, after which the book opens at its beginning and offers the place of the other edition. */
const PATIENCE_MS = 4000

/**
 * Returns the stored place in the edition that is open; undefined while its words are searched, which happens once after the file was
 * replaced. `resumed` is the page at which the document opens if `resumes` is set; `onPage` is called if it was not known before.
 */
export function useLocatedPlace(
  book: OpenEdition,
  source: PageSource | undefined,
  { resumes, isText, onPage }: { resumes: boolean; isText: boolean; onPage: (page: number) => void },
): { located: LocatedPlace; resumed: number | undefined } | undefined {
  const [located, setLocated] = useState(() => knownPlace(book))
  const isSought = located === undefined

  const locate = useEffectEvent(async (opened: PageSource, isActive: () => boolean) => {
    const stored: LocatedPlace = { ...pick(findBookPlace(book.position)) }
    const timeout = new Promise<LocatedPlace>((resolve) => setTimeout(resolve, PATIENCE_MS, stored))
    const located = import('./locate-place.ts').then(({ locatePlace }) => locatePlace(book, opened, { isText }))
    const found = await Promise.race([located.catch(() => stored), timeout])
    if (!isActive()) return
    const page = findResumed(found, book, resumes)
    if (page !== undefined) onPage(page)
    setLocated(found)
  })
  useEffect(() => {
    if (!source || !isSought) return
    let active = true
    void locate(source, () => active)
    return () => {
      active = false
    }
  }, [source, isSought])

  return located && { located, resumed: findResumed(located, book, resumes) }
}

const pick = (saved: ReturnType<typeof findBookPlace>) => saved && { place: saved.place }

function findResumed({ place }: LocatedPlace, { edition }: OpenEdition, resumes: boolean): number | undefined {
  return resumes && place && isInEdition(place, edition) ? place.page : undefined
}
