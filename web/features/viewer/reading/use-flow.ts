import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { BookFlow, FlowBlock } from '#contracts/book-flow.ts'
import { savesData } from '#web/lib/save-data.ts'
import type { FlowSource } from './flow-source.ts'

/** The parts of a book; undefined until they are known. `onNone` is called when it turns out that it has none. */
export function useFlowContents(flow: FlowSource, onNone: () => void): BookFlow | undefined {
  const [contents, setContents] = useState<BookFlow>()
  const leave = useEffectEvent(onNone)
  useEffect(() => {
    let active = true
    flow.fetchContents().then(
      (fetched) => {
        if (!active) return
        if (fetched) setContents(fetched)
        else leave()
      },
      () => {}, // The connection's state has the failure.
    )
    return () => {
      active = false
    }
  }, [flow])
  return contents
}

/** Parts that follow each other, from `first` to `last`. */
type Range = { first: number; last: number }
export type FlowParts = ReturnType<typeof useFlowParts>

/** The text of a range of parts that begins with one of them, and grows in both directions. The part after it is fetched ahead. */
export function useFlowParts(flow: FlowSource, total: number, start: number) {
  const [range, setRange] = useState<Range>({ first: start, last: start })
  const [loaded, setLoaded] = useState<ReadonlyMap<number, FlowBlock[]>>(new Map())
  const { first, last } = range
  const complete = loaded.has(last)

  useEffect(() => {
    let active = true
    for (let part = first; part <= last; part++) {
      flow.fetchPart(part).then(
        (fetched) => active && setLoaded((before) => (before.has(part) ? before : new Map(before).set(part, fetched?.blocks ?? []))),
        () => {}, // The connection's state has the failure.
      )
    }
    return () => {
      active = false
    }
  }, [flow, first, last])

  useEffect(() => {
    if (complete && last < total && !savesData()) flow.fetchPart(last + 1).catch(() => {})
  }, [flow, complete, last, total])

  const extend = useCallback(
    (direction: 1 | -1) =>
      setRange(({ first, last }) =>
        direction === 1 ? { first, last: Math.min(last + 1, total) } : { first: Math.max(first - 1, 1), last },
      ),
    [total],
  )

  /** Adds a part that is beside the range; begins a new range with one that is farther. */
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

/** Whether a part is there, and nothing before it is still to come, which would move it. */
export function isThere({ first, last, loaded }: Pick<FlowParts, 'first' | 'last' | 'loaded'>, part: number): boolean {
  if (part < first || part > last) return false
  for (let each = first; each <= part; each++) if (!loaded.has(each)) return false
  return true
}
