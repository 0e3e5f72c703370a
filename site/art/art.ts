import bookshopTallAvif480 from './bookshop-tall-480.avif'
import bookshopTallWebp480 from './bookshop-tall-480.webp'
import bookshopTallAvif800 from './bookshop-tall-800.avif'
import bookshopTallWebp800 from './bookshop-tall-800.webp'
import bookshopWideAvif640 from './bookshop-wide-640.avif'
import bookshopWideWebp640 from './bookshop-wide-640.webp'
import bookshopWideAvif960 from './bookshop-wide-960.avif'
import bookshopWideWebp960 from './bookshop-wide-960.webp'
import bookshopWideAvif1440 from './bookshop-wide-1440.avif'
import bookshopWideWebp1440 from './bookshop-wide-1440.webp'
import bookshopWideAvif2400 from './bookshop-wide-2400.avif'
import bookshopWideWebp2400 from './bookshop-wide-2400.webp'
import homeTallAvif480 from './home-tall-480.avif'
import homeTallWebp480 from './home-tall-480.webp'
import homeTallAvif800 from './home-tall-800.avif'
import homeTallWebp800 from './home-tall-800.webp'
import homeWideAvif640 from './home-wide-640.avif'
import homeWideWebp640 from './home-wide-640.webp'
import homeWideAvif960 from './home-wide-960.avif'
import homeWideWebp960 from './home-wide-960.webp'
import homeWideAvif1440 from './home-wide-1440.avif'
import homeWideWebp1440 from './home-wide-1440.webp'
import homeWideAvif2400 from './home-wide-2400.avif'
import homeWideWebp2400 from './home-wide-2400.webp'
// Never as data addresses: phones don't take those for icons, and a policy may forbid them.
import appleTouchIcon from './icons/apple-touch-icon.png?no-inline'
import favicon from './icons/favicon.svg?no-inline'
import icon192 from './icons/icon-192.png?no-inline'
import icon512 from './icons/icon-512.png?no-inline'
import logoOnDark from './logo-on-dark.svg?no-inline'
import logoOnLight from './logo-on-light.svg?no-inline'
import openGraphImage from './open-graph.jpg'
import podcastsTallAvif480 from './podcasts-tall-480.avif'
import podcastsTallWebp480 from './podcasts-tall-480.webp'
import podcastsTallAvif800 from './podcasts-tall-800.avif'
import podcastsTallWebp800 from './podcasts-tall-800.webp'
import podcastsWideAvif640 from './podcasts-wide-640.avif'
import podcastsWideWebp640 from './podcasts-wide-640.webp'
import podcastsWideAvif960 from './podcasts-wide-960.avif'
import podcastsWideWebp960 from './podcasts-wide-960.webp'
import podcastsWideAvif1440 from './podcasts-wide-1440.avif'
import podcastsWideWebp1440 from './podcasts-wide-1440.webp'
import podcastsWideAvif2400 from './podcasts-wide-2400.avif'
import podcastsWideWebp2400 from './podcasts-wide-2400.webp'

/** One drawing in two formats and several widths, narrowest first. `width` and `height` are those of the whole drawing. */
export type Drawing = {
  width: number
  height: number
  avif: { src: string; width: number }[]
  webp: { src: string; width: number }[]
}

/** `wide` keeps its left half quiet for a title; `tall` is a drawing of its own for phones, quiet above. */
export type Scene = { wide: Drawing; tall: Drawing }

/** Only the web imports this file: Vite gives every picture its address. */
export const art = {
  home: {
    wide: {
      width: 2400,
      height: 1350,
      avif: [
        { src: homeWideAvif640, width: 640 },
        { src: homeWideAvif960, width: 960 },
        { src: homeWideAvif1440, width: 1440 },
        { src: homeWideAvif2400, width: 2400 },
      ],
      webp: [
        { src: homeWideWebp640, width: 640 },
        { src: homeWideWebp960, width: 960 },
        { src: homeWideWebp1440, width: 1440 },
        { src: homeWideWebp2400, width: 2400 },
      ],
    },
    tall: {
      width: 800,
      height: 1400,
      avif: [
        { src: homeTallAvif480, width: 480 },
        { src: homeTallAvif800, width: 800 },
      ],
      webp: [
        { src: homeTallWebp480, width: 480 },
        { src: homeTallWebp800, width: 800 },
      ],
    },
  },
  bookshop: {
    wide: {
      width: 2400,
      height: 1350,
      avif: [
        { src: bookshopWideAvif640, width: 640 },
        { src: bookshopWideAvif960, width: 960 },
        { src: bookshopWideAvif1440, width: 1440 },
        { src: bookshopWideAvif2400, width: 2400 },
      ],
      webp: [
        { src: bookshopWideWebp640, width: 640 },
        { src: bookshopWideWebp960, width: 960 },
        { src: bookshopWideWebp1440, width: 1440 },
        { src: bookshopWideWebp2400, width: 2400 },
      ],
    },
    tall: {
      width: 800,
      height: 1400,
      avif: [
        { src: bookshopTallAvif480, width: 480 },
        { src: bookshopTallAvif800, width: 800 },
      ],
      webp: [
        { src: bookshopTallWebp480, width: 480 },
        { src: bookshopTallWebp800, width: 800 },
      ],
    },
  },
  podcasts: {
    wide: {
      width: 2400,
      height: 1350,
      avif: [
        { src: podcastsWideAvif640, width: 640 },
        { src: podcastsWideAvif960, width: 960 },
        { src: podcastsWideAvif1440, width: 1440 },
        { src: podcastsWideAvif2400, width: 2400 },
      ],
      webp: [
        { src: podcastsWideWebp640, width: 640 },
        { src: podcastsWideWebp960, width: 960 },
        { src: podcastsWideWebp1440, width: 1440 },
        { src: podcastsWideWebp2400, width: 2400 },
      ],
    },
    tall: {
      width: 800,
      height: 1400,
      avif: [
        { src: podcastsTallAvif480, width: 480 },
        { src: podcastsTallAvif800, width: 800 },
      ],
      webp: [
        { src: podcastsTallWebp480, width: 480 },
        { src: podcastsTallWebp800, width: 800 },
      ],
    },
  },
} satisfies Record<string, Scene>

/** The mark alone, 64 × 58, for dark grounds and for the white header. */
export const logos = { onDark: logoOnDark, onLight: logoOnLight }

export const icons = { favicon, appleTouchIcon, icon192, icon512 }

/** 1200 × 630, for links that are shared. */
export const openGraph = { src: openGraphImage, width: 1200, height: 630 }
