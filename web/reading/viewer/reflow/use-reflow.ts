import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { BookReflow, ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { savesData } from '#web/lib/data-saver.ts'
import type { ReflowSource } from '#web/reading/viewer/book/page-source.ts'

/** Fetches the list of parts of a book; undefined until it is loaded. `onNone` is called if the book has no reflowable text. */
export function useReflowContents(reflow: ReflowSource, onNone: () => void): BookReflow | undefined {
  const [contents, setContents] = useState<BookReflow>()
  const leave = useEffectEvent(onNone)
  useEffect(() => {
    let active = true
    reflow.fetchContents().then(
      (fetched) => {
        if (!active) return
        if (fetched) setContents(fetched)
        else leave()
      },
      () => {}, // The failure is in the connection's state.
    )
    return () => {
      active = false
    }
  }, [reflow])
  return contents
}

/** Range of consecutive parts, from `first` to `last`. */
type Range = { first: number; last: number }
export type ReflowParts = ReturnType<typeof useReflowParts>

/** Loads the text of a range of parts that starts with one part and grows in both directions. The part after the range is prefetched. */
export function useReflowParts(reflow: ReflowSource, total: number, start: number) {
  const [range, setRange] = useState<Range>({ first: start, last: start })
  const [loaded, setLoaded] = useState<ReadonlyMap<number, ReflowBlock[]>>(new Map())
  const { first, last } = range
  const complete = loaded.has(last)

  useEffect(() => {
    let active = true
    for (let part = first; part <= last; part++) {
      reflow.fetchPart(part).then(
        (fetched) => active && setLoaded((before) => (before.has(part) ? before : new Map(before).set(part, fetched?.blocks ?? []))),
        () => {}, // The failure is in the connection's state.
      )
    }
    return () => {
      active = false
    }
  }, [reflow, first, last])

  useEffect(() => {
    if (complete && last < total && !savesData()) reflow.fetchPart(last + 1).catch(() => {})
  }, [reflow, complete, last, total])

  const extend = useCallback(
    (direction: 1 | -1) =>
      setRange(({ first, last }) =>
        direction === 1 ? { first, last: Math.min(last + 1, total) } : { first: Math.max(first - 1, 1), last },
      ),
    [total],
  )

  /** Extends the range by an adjacent part; a part farther away starts a new range. */
  const include = useCallback(
    (part: number) =>
      setRange(({ first, last }) => {
        if (part < first - 1 || part > last + 1) return { first: part, last: part }
        return { first: Math.min(first, part), last: Math.max(last, part) }
      }),
    [],
  )

  return { first, last, total, loaded, extend, include }
}

/** Returns whether a part and all preceding parts of the range are loaded. A preceding part that loads later would shift the text. */
export function isThere({ first, last, loaded }: Pick<ReflowParts, 'first' | 'last' | 'loaded'>, part: number): boolean {
  if (part < first || part > last) return false
  for (let each = first; each <= part; each++) if (!loaded.has(each)) return false
  return true
}
