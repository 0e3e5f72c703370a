import { useEffect, useEffectEvent, useState } from 'react'
import type { ItemKey } from './access/item-access.ts'

/**
 * Loads code that is not part of the page's bundle. A failure can be retried. If the retry requires reloading the page, the item `reopen`
 * is opened again afterwards.
 */
export function useLazyModule<Module extends object>(load: () => Promise<Module>, reopen?: ItemKey) {
  const [module, setModule] = useState<Module>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  const fetchCode = useEffectEvent(async (isActive: () => boolean) => {
    const loaded = await load().catch((error: unknown) => console.warn(error))
    if (!isActive()) return
    if (loaded) return setModule(loaded)
    // The page must be reloaded if the code fails to load repeatedly: some browsers cache failed imports, and a new release has different
    // file names.
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

/** `usr` is the property of the history state in which the router stores `location.state`. */
function reloadPage(open: ItemKey | undefined) {
  history.replaceState({ ...history.state, usr: open && { open } }, '')
  location.reload()
}
