import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { isNotFound } from './api/api.ts'

export type Fetched<Value> = Value | 'loading' | 'missing' | 'failed'

/**
 * Fetches data with `load`, which runs again when the key changes and on `retry` or `restart`. If the key is null, nothing is fetched.
 * `value` is the last result, until the next result arrives or `restart` is called. `current` is the result for the current key only.
 */
export function useFetched<Value>(key: string | null, load: (signal: AbortSignal) => Promise<Value>) {
  const [{ of, value }, setFetched] = useState<{ of?: string | null; value: Fetched<Value> }>({ value: 'loading' })
  const [tries, setTries] = useState(0)
  const retry = useCallback(() => setTries((count) => count + 1), [])
  const start = useEffectEvent(load)
  const setValue = (value: Fetched<Value>) => setFetched({ of: key, value })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key and each retry fetch again
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    start(controller.signal).then(setValue, (error: unknown) => {
      if (controller.signal.aborted) return
      if (!isNotFound(error)) console.warn(error)
      setValue(isNotFound(error) ? 'missing' : 'failed')
    })
    return () => controller.abort()
  }, [key, tries])

  function restart() {
    setValue('loading')
    retry()
  }
  return { value, current: of === key ? value : ('loading' as const), setValue, retry, restart }
}
