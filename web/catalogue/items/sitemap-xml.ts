type Entry = { url: string; changedAt?: string; image?: string }

/** Renders a sitemap index (sitemaps.org). */
export function sitemapIndex(files: string[]) {
  return xml(
    'sitemapindex',
    '',
    files.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>`),
  )
}

export function sitemapFile(entries: Entry[]) {
  const namespace = ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
  return xml(
    'urlset',
    namespace,
    entries.map(({ url, changedAt, image }) => {
      const time = changedAt ? `<lastmod>${changedAt}</lastmod>` : ''
      const picture = image ? `<image:image><image:loc>${escapeXml(image)}</image:loc></image:image>` : ''
      return `<url><loc>${escapeXml(url)}</loc>${time}${picture}</url>`
    }),
  )
}

function xml(element: string, namespaces: string, lines: string[]) {
  const open = `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>`
  return new Response(['<?xml version="1.0" encoding="UTF-8"?>', open, ...lines, `</${element}>`, ''].join('\n'), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}

function escapeXml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
