import { useCallback, useEffect, useState } from 'react'
import { hasStatus, isAborted, toastFailure } from './failures.ts'

/** Reads one thing when the page opens, and again when asked to; meanwhile the old one stays. `read` must stay the same function. */
export function useRead<Value>(read: (init: RequestInit) => Promise<Value>, failed: string) {
  const [value, setValue] = useState<Value>()
  const [failure, setFailure] = useState<'gone' | 'unreachable'>()

  const start = useCallback(
    async (signal?: AbortSignal) => {
      setFailure(undefined)
      try {
        setValue(await read({ signal: signal ?? null }))
      } catch (error) {
        if (isAborted(error)) return
        setFailure(hasStatus(error, 404) ? 'gone' : 'unreachable')
        toastFailure(error, failed)
      }
    },
    [read, failed],
  )

  useEffect(() => {
    const controller = new AbortController()
    void start(controller.signal)
    return () => controller.abort()
  }, [start])

  return { value, failure, set: setValue, reload: () => void start() }
}
