// Icons are never imported as data URLs: phones do not accept data URLs as icons, and a content security policy may forbid them.
import appleTouchIcon from './icons/apple-touch-icon.png?no-inline'
import favicon from './icons/favicon.svg?no-inline'
import icon192 from './icons/icon-192.png?no-inline'
import icon512 from './icons/icon-512.png?no-inline'
import logoOnDark from './logo-on-dark.svg?no-inline'
import logoOnLight from './logo-on-light.svg?no-inline'
import narrowScreen from './screens/narrow.webp?no-inline'
import wideScreen from './screens/wide.webp?no-inline'

/** Logo without the name, 64 × 58, for dark backgrounds and for the white header. */
export const logos = { onDark: logoOnDark, onLight: logoOnLight }

export const icons = { favicon, appleTouchIcon, icon192, icon512 }

/** Name of a new site, as it appears in the screenshots for browsers that offer to install the site. */
export const nameOnScreens = 'Lectern'

/** Screenshots of the site for browsers that offer to install it. */
export const screens = [
  { src: narrowScreen, width: 540, height: 960, formFactor: 'narrow', label: 'The bookshop on a phone' },
  { src: wideScreen, width: 1280, height: 720, formFactor: 'wide', label: 'The home page on a computer' },
] as const
