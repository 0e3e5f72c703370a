import { createHash } from 'node:crypto'
import { formatPrice } from '#contracts/shop/price.ts'
import type { Palette } from '#contracts/site/palette.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import type { FeedEpisode } from './feed-items.ts'
import { publicEnclosure } from './podcast-feed.ts'

// System fonts are used, so that a player in another site's page downloads no fonts.
const styleOf = ({ lamp, 'lamp-deep': lampDeep }: Palette) => `*{box-sizing:border-box}
html,body{margin:0;height:100%}
body{font:16px/1.45 system-ui,sans-serif;color:#1d2430;background:#faf6ef}
main{display:grid;grid-template-columns:auto minmax(0,1fr);min-height:100%;border:1px solid #dccfb9;border-radius:6px;overflow:hidden}
img{display:block;width:184px;height:100%;min-height:182px;object-fit:cover;background:#dccfb9}
div{display:flex;flex-direction:column;justify-content:center;gap:4px;padding:12px 16px;min-width:0}
h1{margin:0;font:600 19px/1.25 Georgia,serif;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;overflow-wrap:anywhere}
h1 a{color:inherit;text-decoration:none}
h1 a:hover{text-decoration:underline}
p{margin:0;font-size:14px;color:#565c69;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
p a{color:${lampDeep}}
.offer{white-space:normal}
a:focus-visible,audio:focus-visible{outline:3px solid ${lamp};outline-offset:2px}
audio{display:block;width:100%;height:44px;margin:6px 0 4px}
@media (max-width:440px){main{grid-template-columns:minmax(0,1fr)}img{display:none}}`

export type EmbedContext = { urls: SiteUrls; brand: string; palette: Palette }

/** Returns the content security policy of embedded players: any page may frame a player, and players run no script and store nothing. */
export function embedPolicy({ urls, palette }: EmbedContext): string {
  const hash = createHash('sha256').update(styleOf(palette)).digest('base64')
  const files = new URL(urls.media('')).origin
  return `default-src 'none'; img-src ${files}; media-src ${files}; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors *`
}

/** Writes the embedded player for other sites: cover, title and the browser's audio controls, without a script. */
export function writeEmbedPage(episode: FeedEpisode, { urls, brand, palette }: EmbedContext): string {
  const { title, host, slug, artwork, cover, price } = episode
  const enclosure = publicEnclosure(episode, urls)
  const page = urls.page(`/podcasts/${slug}`)
  const small = cover.sources.find(({ type, width }) => type === 'image/webp' && width >= 320)
  const picture = small?.path ?? artwork?.key
  const isWhole = enclosure && !enclosure.isPreview
  const offer = isWhole
    ? undefined
    : `${enclosure ? 'This is a preview. ' : ''}${link(page, `Get the whole episode for ${formatPrice(price)}`)}`
  return writeDocument(
    title,
    [
      `<main>${picture ? `<img src="${escapeHtml(urls.media(picture))}" alt="">` : ''}<div>`,
      `<h1 dir="auto">${link(page, title)}</h1>`,
      `<p dir="auto">${escapeHtml(host)} · ${link(urls.page('/podcasts'), brand)}</p>`,
      enclosure
        ? `<audio controls preload="none" src="${escapeHtml(enclosure.url)}" aria-label="${escapeHtml(`${isWhole ? 'Listen to' : 'Preview of'} ${title}`)}"></audio>`
        : '',
      offer ? `<p class="offer">${offer}</p>` : '',
      '</div></main>',
    ].join(''),
    palette,
  )
}

/** Writes the embedded document for an episode that is not or no longer public. */
export function writeMissingEmbed({ urls, brand, palette }: EmbedContext): string {
  const text = 'This episode is no longer available'
  return writeDocument(
    text,
    `<main><div><h1>${text}</h1><p>${link(urls.page('/podcasts'), `All episodes from ${brand}`)}</p></div></main>`,
    palette,
  )
}

const link = (url: string, text: string) => `<a href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(text)}</a>`

function writeDocument(title: string, body: string, palette: Palette) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${styleOf(palette)}</style></head>
<body>${body}</body></html>
`
}
