import { paletteVariables } from './palette.ts'
import { sceneOf } from './picture-scene.ts'
import type { Heading, PreviewKind, SiteContent } from './site-content.ts'
import type { SitePicture } from './site-picture.ts'

/** Settings and texts that every page needs. */
export type Site = ReturnType<typeof sharedSite>

/**
 * Returns the settings and texts that every page needs.
 * @param media returns the URL of a stored file
 * @param preview what the browser sees before it is published: the drafts of the site, or one item; null without a preview
 */
export function sharedSite(
  { brand: own, home, headings, contact: ways, social: networks, founder: person, podcast: feed, programs }: SiteContent,
  { media, preview = null }: { media: (key: string) => string; preview?: PreviewKind | null },
) {
  const onLight = own.logoOnLight ?? own.logoOnDark
  const onDark = own.logoOnDark ?? own.logoOnLight
  const { icons } = onDark ?? {}
  return {
    preview,
    home: withImage(home, media),
    headings: Object.fromEntries(Object.entries(headings).map(([page, heading]) => [page, withImage(heading, media)])) as {
      [Page in keyof typeof headings]: ReturnType<typeof withImage<Heading>>
    },
    /** The owner's logos, icons and image for shared links; undefined while the site has those of a new installation */
    logos: onLight && onDark && { onLight: logoOf(onLight, media), onDark: logoOf(onDark, media) },
    icons: icons && { small: media(icons.small), large: media(icons.large) },
    shareImage: own.shareImage?.jpeg && media(own.shareImage.jpeg),
    brand: { name: own.name, vision: own.vision, mission: own.mission, blurb: own.blurb },
    /** CSS variables; undefined with the colours of the stylesheet */
    colours: paletteVariables(own),
    contact: ways,
    social: networks,
    founder: { name: person.name, slug: person.slug },
    podcast: { title: feed.title, description: feed.description, language: feed.language },
    programs: programs.map(({ slug, title, categories, summary }) => ({ slug, title, categories, summary })),
  }
}

/** Replaces the picture of a page's top by its URLs. */
function withImage<Texts extends { picture?: SitePicture }>({ picture: own, ...texts }: Texts, media: (key: string) => string) {
  return { ...texts, image: own && sceneOf(own, media) }
}

/** Twice the height at which the pages display a logo. */
const LOGO_PIXELS = 64

/** Returns the smallest rendition of a logo that is large enough. */
function logoOf({ width, height, sources }: SitePicture, media: (key: string) => string) {
  const webp = sources.filter(({ type }) => type === 'image/webp')
  const source = webp.find((each) => (each.width * height) / width >= LOGO_PIXELS) ?? webp.at(-1)
  return { src: media(source?.path ?? ''), width, height }
}
