import { DEFAULT_PALETTE } from '#contracts/site/palette.ts'
import type { Site } from '#contracts/site/shared-site.ts'
import { contactLinks } from '#web/lib/contact-links.ts'
import { NightHills } from './night-hills.tsx'

/** Styles of the offline document, with the colors of `theme.css`. They contain no quotes or angle brackets, which React would escape. */
const STYLE = `
*{box-sizing:border-box;margin:0}
html{--color-night:#171c28;--color-lamp-2:#e9b44c;--color-lamp-hover:#f0c163;background:var(--color-night);color:#f3ead9;font:1.0625rem/1.6 system-ui,sans-serif;-webkit-text-size-adjust:100%}
body{position:relative;isolation:isolate;overflow:hidden;min-height:100vh;min-height:100svh;padding:max(18vh,4rem) max(1.25rem,6vw) min(16rem,26vh);background:linear-gradient(180deg,var(--color-night),#2a2a42 60%,#5b4355)}
p{max-width:34em;margin-top:1.25rem;font-size:1.125rem}
.brand{margin:0 0 .75rem;color:var(--color-lamp-2);font-weight:600;font-size:1.0625rem}
h1{max-width:15em;color:#fff;font:400 clamp(2.5rem,5.4vw,4.5rem)/1.12 Georgia,serif;letter-spacing:-.015em}
.again{display:inline-block;margin-top:2rem;min-height:3rem;padding:.75rem 1.5rem;border-radius:.375rem;background:var(--color-lamp-2);color:#231a08;font-weight:650;line-height:1.5rem;text-decoration:none}
.again:hover{background:var(--color-lamp-hover)}
a{color:inherit}
a:focus-visible{outline:3px solid #f3ead9;outline-offset:3px}
.call{color:#bdb6a8;font-size:1rem}
[hidden]{display:none}
.hills{position:absolute;inset:auto 0 0;z-index:-1;width:100%;height:min(15rem,26vh)}
`

const SCRIPT = `ononline = () => location.reload()
self.caches && caches.match('/shelf').then((page) => { shelf.hidden = !page })`

/** Document that the service worker returns for a page while offline. Self-contained, since no other file may be available. */
export function OfflineDocument({ nonce, site: { brand, colors, contact, wording } }: { nonce: string; site: Site }) {
  return (
    <html lang="en" style={colors}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={colors?.['--color-night'] ?? DEFAULT_PALETTE.night} />
        <meta name="robots" content="noindex" />
        <title>{`Offline · ${brand.name}`}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <main>
          <p className="brand">{brand.name}</p>
          <h1>{wording.notices.offline}</h1>
          <p>{wording.notices.offlineText}</p>
          {/* biome-ignore lint/a11y/useValidAnchor: an empty href is the URL of the requested page */}
          <a className="again" href="">
            Try again
          </a>
          {/* The link to the offline library page is visible if the page is cached. */}
          <p className="call" id="shelf" hidden>
            What you saved offline opens from <a href="/shelf">your shelf</a>.
          </p>
          <p className="call">
            Or call <a href={contactLinks(contact).phoneUrl}>{contact.phone}</a>.
          </p>
        </main>
        {!wording.notices.image && <NightHills className="hills" />}
        <script nonce={nonce}>{SCRIPT}</script>
      </body>
    </html>
  )
}
