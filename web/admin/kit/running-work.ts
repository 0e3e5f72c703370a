import { useEffect } from 'react'
import { createStore } from '#web/lib/store.ts'

/** Number of processes of this page that go on without a session, such as an import, and of results that are nowhere else. */
const running = createStore(0)

/** Returns whether a process of this page goes on without a session. */
export const useRunningWork = () => running.useValue((count) => count > 0)

/** Registers a process of the page, or its result, while `isRunning` is set. The page stays open if the session ends. */
export function useKeepRunning(isRunning: boolean) {
  useEffect(() => {
    if (!isRunning) return
    running.set(running.get() + 1)
    return () => running.set(running.get() - 1)
  }, [isRunning])
}
