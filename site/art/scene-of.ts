import type { Drawing, Scene } from './art.ts'

const WIDE = { size: { width: 2400, height: 1350 }, widths: [640, 960, 1440, 2400] }
const TALL = { size: { width: 800, height: 1400 }, widths: [480, 800] }

/** Puts a scene together from the addresses that Vite gave its pictures, by `name-wide-640.avif` and so on. */
export function sceneOf(addresses: Record<string, string>, name: string): Scene {
  const drawing = (shape: keyof Scene, { size, widths }: typeof WIDE): Drawing => {
    const sources = (type: 'avif' | 'webp') =>
      widths.map((width) => {
        const src = addresses[`${name}-${shape}-${width}.${type}`]
        if (!src) throw new Error(`site/art has no ${name}-${shape}-${width}.${type}; art/generate.ts makes it.`)
        return { src, width }
      })
    return { ...size, avif: sources('avif'), webp: sources('webp') }
  }
  return { wide: drawing('wide', WIDE), tall: drawing('tall', TALL) }
}
