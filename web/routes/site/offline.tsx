import { renderToStaticMarkup } from 'react-dom/server'
import { nonceContext } from '#web/document/nonce.ts'
import { siteContext } from '#web/lib/site.tsx'
import { OfflineDocument } from '#web/site/layout/offline-document.tsx'
import type { Route } from './+types/offline.ts'

/** Renders the offline page, which the service worker stores and returns while the browser is offline. */
export function loader({ context }: Route.LoaderArgs) {
  const html = renderToStaticMarkup(<OfflineDocument nonce={context.get(nonceContext)} site={context.get(siteContext)} />)
  return new Response(`<!doctype html>${html}`, { headers: { 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex' } })
}
