// Never as data URLs: phones don't take those for icons, and a content security policy may forbid them.
import appleTouchIcon from './icons/apple-touch-icon.png?no-inline'
import favicon from './icons/favicon.svg?no-inline'
import icon192 from './icons/icon-192.png?no-inline'
import icon512 from './icons/icon-512.png?no-inline'
import logoOnDark from './logo-on-dark.svg?no-inline'
import logoOnLight from './logo-on-light.svg?no-inline'
import openGraphImage from './open-graph.jpg'

/** The mark alone, 64 × 58, for dark grounds and for the white header. */
export const logos = { onDark: logoOnDark, onLight: logoOnLight }

export const icons = { favicon, appleTouchIcon, icon192, icon512 }

/** 1200 × 630, for links that are shared. */
export const openGraph = { src: openGraphImage, width: 1200, height: 630 }
