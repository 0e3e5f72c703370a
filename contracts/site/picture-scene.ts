import type { SitePicture } from './site-picture.ts'

/** Returns an owner's picture for the top of a page, with URLs. @param media returns the URL of a stored file */
export function sceneOf(picture: SitePicture, media: (key: string) => string) {
  const { width, height, sources, focus } = picture
  const ofType = (wanted: string) =>
    sources.filter(({ type }) => type === wanted).map((source) => ({ src: media(source.path), width: source.width }))
  return { wide: { width, height, avif: ofType('image/avif'), webp: ofType('image/webp') }, focus, overlay: overlayOf(picture) }
}

/** Brightness up to which white text in large type has 3:1, and with the hero's own shade text of every size 4.5:1. */
const BRIGHTEST = 0.58

/** Returns how dark the overlay over a picture has to be, so that white text is readable on its brightest parts; 0 to 1. */
export function overlayOf({ brightness }: { brightness: number }): number {
  return brightness <= BRIGHTEST ? 0 : Math.ceil(100 * (1 - BRIGHTEST / brightness)) / 100
}
