/** Returns the assets referenced by a document, as paths of this site: scripts, styles, pictures, fonts, recordings, icons. */
export function namedAssets(html: string, url: string): string[] {
  const tags = [...html.matchAll(/<(script|link|img|source|audio|video|use|object)\b([^>]*)>/gi)]
  const addresses = tags.flatMap(([, tag = '', attributes = '']) => {
    if (tag === 'link' && !/rel="(stylesheet|modulepreload|preload|icon|apple-touch-icon|manifest)"/.test(attributes)) return []
    const single = [...attributes.matchAll(/\b(?:src|href)="([^"]+)"/gi)].map(([, address = '']) => address)
    const sets = [...attributes.matchAll(/\b(?:src|imagesrc)set="([^"]+)"/gi)].flatMap(([, set = '']) =>
      set.split(',').map((candidate) => candidate.trim().split(/\s+/)[0] ?? ''),
    )
    return [...single, ...sets]
  })
  return addresses.map((address) => pathOf(address.replaceAll('&amp;', '&'), url)).filter((path) => path !== undefined)
}

/** Returns the fonts and pictures referenced by a style sheet. */
export function assetsOfStyles(css: string, address: string): string[] {
  return [...css.matchAll(/url\(["']?([^"')]+)["']?\)/g)]
    .map(([, named = '']) => pathOf(named, address))
    .filter((path) => path !== undefined)
}

const TYPES: Record<string, RegExp> = {
  js: /javascript/,
  mjs: /javascript/,
  css: /^text\/css/,
  svg: /^image\/svg\+xml/,
  png: /^image\/png/,
  ico: /^image\//,
  jpg: /^image\/jpeg/,
  webp: /^image\/webp/,
  avif: /^image\/avif/,
  woff2: /^font\/woff2/,
  mp3: /^audio\//,
  wav: /^audio\//,
  m4a: /^audio\//,
  pdf: /^application\/pdf/,
  webmanifest: /manifest\+json/,
  wasm: /wasm/,
}

/** Returns a pattern for the content type of a path's file extension. */
export function typeOf(path: string): RegExp {
  return TYPES[/\.(\w+)(\?|$)/.exec(path)?.[1] ?? ''] ?? /./
}

function pathOf(address: string, base: string): string | undefined {
  const { origin, pathname, search, protocol } = new URL(address, base)
  return protocol.startsWith('http') && origin === new URL(base).origin ? pathname + search : undefined
}
