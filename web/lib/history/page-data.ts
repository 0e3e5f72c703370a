import { useEffect, useSyncExternalStore } from 'react'
import { type DataStrategyResult, type MiddlewareFunction, useLocation, useMatches } from 'react-router'
import { apiContext } from '#web/lib/api/api.ts'
import { openBrowserApi } from '#web/lib/api/browser-api.ts'
import { entryKey, shownPage } from './overlay-history.ts'

type Results = Record<string, DataStrategyResult>

/** How long the page before stays for data that is about to be there: an outline that React has shown stays for a third of a second. */
const WAIT_MS = 50
const MAX_CACHED = 30

/** What pages showed, by their entry in the history and their address */
const cache = new Map<string, Results>()
/** Ends what the page that is shown still asks for */
let asking = new AbortController()

/**
 * What loaders need in a browser. They ask the API from here; what a page still asks for ends when another takes its place, and who
 * comes back to a page finds what it showed, without a fetch. A page stays until a list that is narrowed on it has come.
 */
export const providePageData: MiddlewareFunction<Results> = async ({ request, context }, next) => {
  const here = new AbortController()
  request.signal.addEventListener('abort', () => here.abort())
  context.set(apiContext, openBrowserApi(here.signal))
  const shown = shownPage()
  const { pathname, search } = new URL(request.url)
  // On the way back or forward the browser is there before the page.
  const results = (shown?.key !== entryKey() && cache.get(entryKey() + pathname + search)) || (await next())
  const arrived = settle(results)
  const narrows = shown && new URL(shown.href).pathname === pathname
  const late = await Promise.race([arrived.then(() => false), ...(narrows ? [] : [wait()])])
  if (request.signal.aborted) return results
  asking.abort()
  asking = here
  announce(late ? 'Loading' : '')
  if (late) void arrived.then((well) => here.signal.aborted || announce(well ? 'Loaded' : ''))
  return results
}

/** Puts what comes in the place of its promise, where it can be shown at once, and answers whether all of it came. */
async function settle(results: Results): Promise<boolean> {
  const arrivals = Object.values(results).flatMap(({ result }) =>
    Object.entries(result ?? {}).map(async ([name, promise]) => {
      const value = await promise
      Object.assign(result as object, { [name]: value })
      return !value?.failed
    }),
  )
  return Promise.all(arrivals).then(
    (all) => all.every(Boolean),
    () => false,
  )
}

const wait = () => new Promise<true>((resolve) => setTimeout(resolve, WAIT_MS, true))

/** For the layout around all pages: keeps what a page shows once all of it is there. */
export function useStorePageData(): void {
  const { key, pathname, search } = useLocation()
  const { id, loaderData } = useMatches().at(-1) ?? {}
  useEffect(() => {
    if (id && loaderData) void storeWhenSettled(key + pathname + search, { [id]: { type: 'data', result: loaderData } })
  }, [key, pathname, search, id, loaderData])
}

async function storeWhenSettled(key: string, results: Results) {
  if (!(await settle(results))) return
  // Hardly anybody goes back so far.
  if (cache.size === MAX_CACHED) cache.clear()
  cache.set(key, results)
}

let announcement = ''
const listeners = new Set<() => void>()

function announce(text: string) {
  announcement = text
  for (const listener of listeners) listener()
}

/** What those who can't see it are told of the lists of a page that was gone to: Loading, Loaded, or nothing. */
export function useLoadingAnnouncement(): string {
  return useSyncExternalStore(
    subscribe,
    () => announcement,
    () => '',
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
