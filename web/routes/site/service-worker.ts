import { createHash } from 'node:crypto'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { serviceWorkerContext } from '#web/document/service-worker-state.ts'
import { OfflineDocument } from '#web/features/layout/offline-document.tsx'
import { removeWorker } from '#web/service-worker/remove-worker.ts'
import { showOfflinePage } from '#web/service-worker/show-offline-page.ts'
import type { Route } from './+types/service-worker.ts'

/** Browsers compare it byte by byte with the one they have: a release without another offline page costs visitors nothing. */
export function loader({ context }: Route.LoaderArgs) {
  const script = context.get(serviceWorkerContext) === 'on' ? `(${showOfflinePage})("${pageVersion()}")` : `(${removeWorker})()`
  return new Response(script, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      // What a worker fetches is bound by the policy of its own script.
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    },
  })
}

function pageVersion(): string {
  const page = renderToStaticMarkup(createElement(OfflineDocument, { nonce: '' }))
  return createHash('sha256').update(page).digest('hex').slice(0, 12)
}
