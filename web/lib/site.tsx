import { createContext, type ReactNode, use, useLayoutEffect } from 'react'
import { createContext as createLoaderContext, useRevalidator } from 'react-router'
import type { Site } from '#contracts/site/shared-site.ts'

/** The published settings and texts that every page needs, for loaders. Set by the page handler, and in a browser by `providePageData`. */
export const siteContext = createLoaderContext<Site>()
const SiteContext = createContext<Site | undefined>(undefined)
/** The site of this document, for loaders in a browser */
let documentSite: Site | undefined
/** Whether the site was published in this document since the root data was loaded */
let isOutdated = false

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  useLayoutEffect(() => {
    documentSite = site
    isOutdated = false
  }, [site])
  return <SiteContext value={site}>{children}</SiteContext>
}

/** Returns the published settings and texts that every page needs. */
export function useSite(): Site {
  const site = use(SiteContext)
  if (!site) throw new Error('Rendered outside of SiteProvider')
  return site
}

/** Returns a function that loads the published site again, after this document has changed it. */
export function useSiteReload(): () => void {
  const { revalidate } = useRevalidator()
  return () => {
    isOutdated = true
    void revalidate()
  }
}

/** Returns whether the root data has to be loaded again. */
export function isSiteOutdated(): boolean {
  return isOutdated
}

/** Returns the site of this document; undefined before it is rendered. */
export function browserSite(): Site | undefined {
  return documentSite
}

type Matches = { matches: readonly ({ id: string; loaderData?: unknown } | undefined)[] }
type RootData = { origin: string; site: Site }

/** Returns the root loader's data from the arguments of a `meta` function. */
export function rootOf({ matches }: Matches): RootData {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  if (!root) throw new Error('The root data is missing')
  return root
}
