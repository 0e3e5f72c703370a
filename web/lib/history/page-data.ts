import { useEffect } from 'react'
import { type DataStrategyResult, type MiddlewareFunction, useLocation, useMatches } from 'react-router'
import { apiContext } from '#web/lib/api/api.ts'
import { openBrowserApi } from '#web/lib/api/browser-api.ts'
import { browserSite, siteContext } from '#web/lib/site.tsx'
import { createStore } from '#web/lib/store.ts'

type Results = Record<string, DataStrategyResult>

/** Time for which the previous page stays while data loads: once React displays a fallback, the fallback stays for a third of a second. */
const WAIT_MS = 50
const MAX_CACHED = 30

/** Data of pages, by history entry and URL */
const cache = new Map<string, Results>()
/** Aborts the requests of the current page */
let requests = new AbortController()
/** The rendered page; undefined outside the layout around all pages */
let shown: { key: string; pathname: string } | undefined

/** The router's key of the browser's current entry */
const currentEntryKey = (): string => history.state?.key ?? 'default'

/**
 * Provides loaders in a browser with an API client whose requests are aborted when another page replaces theirs. Back and Forward reuse a
 * page's data without a fetch. When the filter of a list changes, the page stays until the filtered list has arrived.
 */
export const providePageData: MiddlewareFunction<Results> = async ({ request, context }, next) => {
  const controller = new AbortController()
  request.signal.addEventListener('abort', () => controller.abort())
  context.set(apiContext, openBrowserApi(controller.signal))
  const site = browserSite()
  if (site) context.set(siteContext, site)
  const { pathname, search } = new URL(request.url)
  // On Back and Forward the browser's current entry changes before the router's.
  const results = (shown?.key !== currentEntryKey() && cache.get(currentEntryKey() + pathname + search)) || (await next())
  const settled = settle(results)
  const narrows = shown?.pathname === pathname
  const late = await Promise.race([settled.then(() => false), ...(narrows ? [] : [wait()])])
  if (request.signal.aborted) return results
  requests.abort()
  requests = controller
  announcement.set(late ? 'Loading' : '')
  if (late) void settled.then((succeeded) => controller.signal.aborted || announcement.set(succeeded ? 'Loaded' : ''))
  return results
}

/** Replaces each promise with its value, which React renders without a fallback. Returns whether all promises were fulfilled. */
async function settle(results: Results): Promise<boolean> {
  const values = Object.values(results).flatMap(({ result }) =>
    Object.entries(result ?? {}).map(async ([name, promise]) => {
      const value = await promise
      Object.assign(result as object, { [name]: value })
      return !value?.failed
    }),
  )
  return Promise.all(values).then(
    (all) => all.every(Boolean),
    () => false,
  )
}

const wait = () => new Promise<true>((resolve) => setTimeout(resolve, WAIT_MS, true))

/** Caches a page's data once it is complete; for the layout around all pages. */
export function useStorePageData(): void {
  const { key, pathname, search } = useLocation()
  const { id, loaderData } = useMatches().at(-1) ?? {}
  useEffect(() => {
    shown = { key, pathname }
    return () => {
      shown = undefined
    }
  }, [key, pathname])
  useEffect(() => {
    if (id && loaderData) void storeWhenSettled(key + pathname + search, { [id]: { type: 'data', result: loaderData } })
  }, [key, pathname, search, id, loaderData])
}

async function storeWhenSettled(key: string, results: Results) {
  if (!(await settle(results))) return
  // Few visitors go back further than this.
  if (cache.size === MAX_CACHED) cache.clear()
  cache.set(key, results)
}

const announcement = createStore('')

/** Returns the announcement for screen readers about the lists of a new page: Loading, Loaded, or an empty string. */
export const useLoadingAnnouncement = () => announcement.useValue()
