/** Drawing in two formats and several widths, narrowest first. `width` and `height` are the dimensions of the whole drawing. */
type Drawing = {
  width: number
  height: number
  avif: { src: string; width: number }[]
  webp: { src: string; width: number }[]
}

/**
 * `wide` leaves the left half free for a title; `phone` leaves the top and the lower left free, with its motif on the lower right. `tall`,
 * only of the home page, is a drawing for tablets with free space at its top.
 */
export type Scene = { wide: Drawing; phone: Drawing; tall?: Drawing }

const SHAPES = {
  wide: { size: { width: 2400, height: 1350 }, widths: [960, 1440, 2400] },
  phone: { size: { width: 840, height: 560 }, widths: [480, 840] },
  tall: { size: { width: 800, height: 1400 }, widths: [480, 800] },
  card: { size: { width: 800, height: 480 }, widths: [400, 800] },
}

/** Returns the scene with the files `name-wide-960.avif` and so on, from the URLs that Vite assigned. */
export function sceneOf(urls: Record<string, string>, name: string): Scene {
  const hasTall = Object.keys(urls).some((url) => url.startsWith(`${name}-tall-`))
  return {
    wide: drawingOf(urls, name, 'wide'),
    phone: drawingOf(urls, name, 'phone'),
    ...(hasTall && { tall: drawingOf(urls, name, 'tall') }),
  }
}

/** Returns the drawing with the files `name-shape-400.avif` and so on. */
export function drawingOf(urls: Record<string, string>, name: string, shape: keyof typeof SHAPES): Drawing {
  const { size, widths } = SHAPES[shape]
  const sources = (type: 'avif' | 'webp') =>
    widths.map((width) => {
      const src = urls[`${name}-${shape}-${width}.${type}`]
      if (!src) throw new Error(`site/art has no ${name}-${shape}-${width}.${type}; npm run art:generate draws it.`)
      return { src, width }
    })
  return { ...size, avif: sources('avif'), webp: sources('webp') }
}
