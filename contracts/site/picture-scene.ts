import type { SitePicture } from './site-picture.ts'

/** Returns an owner's picture for the top of a page, with URLs. @param media returns the URL of a stored file */
export function sceneOf(picture: SitePicture, media: (key: string) => string) {
  const { width, height, sources, focus } = picture
  const ofType = (wanted: string) =>
    sources.filter(({ type }) => type === wanted).map((source) => ({ src: media(source.path), width: source.width }))
  return { wide: { width, height, avif: ofType('image/avif'), webp: ofType('image/webp') }, focus, overlay: overlayOf(picture) }
}

/** Maximum brightness below white text: large text has a contrast of 3:1, and all text has 4.5:1 with the gradient over the picture. */
const BRIGHTEST = 0.58

/** Returns the opacity (0 to 1) of the dark overlay that makes white text readable on the brightest parts of a picture. */
export function overlayOf({ brightness }: { brightness: number }): number {
  return brightness <= BRIGHTEST ? 0 : Math.ceil(100 * (1 - BRIGHTEST / brightness)) / 100
}
