import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { isNotFound } from './api/api.ts'

export type Fetched<Value> = Value | 'loading' | 'missing' | 'failed'

/** Returns the result of `load`, which runs again for another key and on `retry`. The previous value stays until the next result. */
export function useFetched<Value>(key: string, load: (signal: AbortSignal) => Promise<Value>) {
  const [value, setValue] = useState<Fetched<Value>>('loading')
  const [tries, setTries] = useState(0)
  const retry = useCallback(() => setTries((count) => count + 1), [])
  const start = useEffectEvent(load)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key and each retry fetch again
  useEffect(() => {
    const controller = new AbortController()
    start(controller.signal).then(setValue, (error: unknown) => {
      if (controller.signal.aborted) return
      if (!isNotFound(error)) console.warn(error)
      setValue(isNotFound(error) ? 'missing' : 'failed')
    })
    return () => controller.abort()
  }, [key, tries])

  return { value, setValue, retry }
}
