import { createHash } from 'node:crypto'
import { pdf, views, worker } from 'virtual:service-worker'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Site } from '#contracts/site/shared-site.ts'
import { serviceWorkerContext } from '#web/document/service-worker-state.ts'
import { apiContext } from '#web/lib/api/api.ts'
import { siteContext } from '#web/lib/site.tsx'
import { removeWorker } from '#web/service-worker/remove-worker.ts'
import { OfflineDocument } from '#web/site/layout/offline-document.tsx'
import type { Route } from './+types/service-worker.ts'

/**
 * Renders the script of the service worker. Browsers compare the script byte by byte with the installed version, and install it again when
 * a release has different files or a different offline page.
 */
export function loader({ context }: Route.LoaderArgs) {
  const isOn = worker !== '' && context.get(serviceWorkerContext) === 'on'
  const script = isOn
    ? `self.apiBase=${JSON.stringify(context.get(apiContext).base)};\n${worker}// ${release(context.get(siteContext))}`
    : `(${removeWorker})()`
  return new Response(script, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      // Requests of the service worker are subject to the content security policy of its own script.
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    },
  })
}

function release(site: Site): string {
  const page = renderToStaticMarkup(createElement(OfflineDocument, { nonce: '', site }))
  const hash = createHash('sha256')
  for (const part of [page, ...views, ...pdf]) hash.update(part)
  return hash.digest('hex').slice(0, 12)
}
