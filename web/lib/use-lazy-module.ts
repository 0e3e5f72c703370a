import { useEffect, useEffectEvent, useState } from 'react'
import type { ItemKey } from './access/item-access.ts'

/**
 * Loads code that is not part of the page. A failure can be retried; `reopen` is the item to open again if that requires reloading the
 * page.
 */
export function useLazyModule<Module extends object>(load: () => Promise<Module>, reopen?: ItemKey) {
  const [module, setModule] = useState<Module>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  const fetchCode = useEffectEvent(async (isActive: () => boolean) => {
    const loaded = await load().catch((error: unknown) => console.warn(error))
    if (!isActive()) return
    if (loaded) return setModule(loaded)
    // Some browsers cache the failure, and a new release has other file names: both require a reload.
    if (attempt > 0 && (await isSiteUp())) reloadPage(reopen)
    if (isActive()) setFailed(true)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each attempt
  useEffect(() => {
    let active = true
    void fetchCode(() => active)
    return () => {
      active = false
    }
  }, [attempt])

  function retry() {
    setFailed(false)
    setAttempt(attempt + 1)
  }

  return { module, failed, retry }
}

function isSiteUp(): Promise<boolean> {
  return fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** `usr` is the router's key for `location.state`. */
function reloadPage(open: ItemKey | undefined) {
  history.replaceState({ ...history.state, usr: open && { open } }, '')
  location.reload()
}
