import { acceptedCurrencies, currencyNames } from '#contracts/shop/price.ts'
import { paletteVariables, programShades } from './palette.ts'
import { sceneOf } from './picture-scene.ts'
import { podcastTitle } from './podcast-title.ts'
import type { Heading, PreviewKind, SiteContent } from './site-content.ts'
import type { SitePicture } from './site-picture.ts'

export type Site = ReturnType<typeof sharedSite>

/**
 * Returns the settings and texts that every page needs.
 * @param media returns the URL of a stored file
 * @param preview the unpublished content in a preview: the drafts of the site, or one item; null without a preview
 */
export function sharedSite(
  { brand: own, home, headings, contact: ways, social: networks, founder: person, podcast: feed, programs, wording, selling }: SiteContent,
  { media, preview = null }: { media: (key: string) => string; preview?: PreviewKind | null },
) {
  const onLight = own.logoOnLight ?? own.logoOnDark
  const onDark = own.logoOnDark ?? own.logoOnLight
  const { icons } = onDark ?? {}
  return {
    preview,
    home: homeOf(home, media),
    headings: Object.fromEntries(Object.entries(headings).map(([page, heading]) => [page, withImage(heading, media)])) as {
      [Page in keyof typeof headings]: ReturnType<typeof withImage<Heading>>
    },
    /** Logos of the site owner; undefined while the site has the default logos */
    logos: onLight && onDark && { onLight: logoOf(onLight, media), onDark: logoOf(onDark, media) },
    icons: icons && { small: media(icons.small), large: media(icons.large) },
    shareImage: own.shareImage?.jpeg && media(own.shareImage.jpeg),
    brand: { name: own.name, vision: own.vision, mission: own.mission, blurb: own.blurb },
    /** CSS variables of the site's colors; undefined with the default colors */
    colors: paletteVariables(own),
    contact: ways,
    currencies: acceptedCurrencies(selling),
    currencyNames: currencyNames(selling),
    timeZone: selling.timeZone,
    social: networks,
    founder: { name: person.name, slug: person.slug },
    podcast: { title: podcastTitle({ brand: own, podcast: feed }), description: feed.description, language: feed.language },
    /** Sentences of many pages. The contact page loads `bibles` itself */
    wording: wordingOf(wording, media),
    programs: programs.map(({ slug, title, categories, summary, color, picture }) => ({
      slug,
      title,
      categories,
      summary,
      ...(color && { shades: programShades(color) }),
      ...(picture && { image: cardOf(picture, media) }),
    })),
  }
}

/** Replaces the picture at the top of a page with its URLs. */
function withImage<Texts extends { picture?: SitePicture }>({ picture: own, ...texts }: Texts, media: (key: string) => string) {
  return { ...texts, image: own && sceneOf(own, media) }
}

function homeOf(home: SiteContent['home'], media: (key: string) => string) {
  const { tiles, letterPicture, ...texts } = withImage(home, media)
  return {
    ...texts,
    letterImage: letterPicture && cardOf(letterPicture, media),
    tiles: tiles.map(({ title, text, picture }) => ({ title, text, image: picture && cardOf(picture, media) })),
  }
}

function wordingOf({ bibles: _bibles, notices, ...texts }: SiteContent['wording'], media: (key: string) => string) {
  return { ...texts, notices: withImage(notices, media) }
}

/** Maximum width of a picture on a card */
const CARD_PIXELS = 960

/** Returns the smaller files of an owner's picture, for a card. */
function cardOf(picture: SitePicture, media: (key: string) => string) {
  const { wide } = sceneOf({ ...picture, sources: picture.sources.filter(({ width }) => width <= CARD_PIXELS) }, media)
  return wide
}

/** Minimum height of a logo file, in pixels: twice the displayed height, for high-density screens. */
const LOGO_PIXELS = 64

/** Returns the smallest file of a logo with a height of at least `LOGO_PIXELS`, and the size of the logo. */
function logoOf({ width, height, sources }: SitePicture, media: (key: string) => string) {
  const webp = sources.filter(({ type }) => type === 'image/webp')
  const source = webp.find((each) => (each.width * height) / width >= LOGO_PIXELS) ?? webp.at(-1)
  return { src: media(source?.path ?? ''), width, height }
}
