import { renderToStaticMarkup } from 'react-dom/server'
import { nonceContext } from '#web/document/nonce.ts'
import type { Route } from './+types/preview.ts'

const STYLE = `
html{background:#faf6ef;color:#1d2430;font:1.125rem/1.5 system-ui,sans-serif}
body{max-width:34em;margin:20vh auto;padding:0 1.25rem}
`

/** Exchanges the token in the fragment for a cookie. `replace` leaves no entry with the token in the browser's history. */
const SCRIPT = `
fetch('/api/site/preview', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ token: location.hash.slice(1) }),
}).then(async (response) => {
  const { ok, status } = response
  if (ok) return location.replace((await response.json()).path)
  const expired = status === 400 || status === 403
  message.textContent = expired ? 'This preview link is not valid or has expired. Ask for a new one.' : 'The preview could not be opened. Try again later.'
}, () => { message.textContent = 'The preview could not be opened. Check the connection, and reload the page.' })`

/** Renders the page of a preview link, which contains no draft content itself. */
export function loader({ context }: Route.LoaderArgs) {
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <title>Preview</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <main>
          <h1>Preview</h1>
          <p id="message" role="status">
            Opening the preview
          </p>
          <noscript>
            <p>The preview needs scripts.</p>
          </noscript>
        </main>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the arrows of a script */}
        <script nonce={context.get(nonceContext)} dangerouslySetInnerHTML={{ __html: SCRIPT }} />
      </body>
    </html>,
  )
  return new Response(`<!doctype html>${html}`, { headers: { 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex' } })
}
