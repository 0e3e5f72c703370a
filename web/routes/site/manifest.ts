import { icons, screens } from '#site/art/brand-art.ts'
import { siteContext } from '#web/lib/site.tsx'
import type { Route } from './+types/manifest.ts'

const NIGHT = '#171c28'

/** The web app manifest: https://www.w3.org/TR/appmanifest/ */
export function loader({ context }: Route.LoaderArgs) {
  const { brand } = context.get(siteContext)
  const icon = (src: string, size: number) => ({ src, sizes: `${size}x${size}`, type: 'image/png' })
  // The icons have no rounded corners and stay within the safe zone, so they work unmasked and under any mask.
  const drawn = [icon(icons.icon192, 192), icon(icons.icon512, 512)]
  const manifest = {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: brand.mission,
    lang: 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: NIGHT,
    theme_color: NIGHT,
    categories: ['books', 'education', 'lifestyle'],
    icons: ['any', 'maskable'].flatMap((purpose) => drawn.map((each) => ({ ...each, purpose }))),
    shortcuts: [
      { name: 'Bookshop', url: '/bookshop' },
      { name: 'Podcasts', url: '/podcasts' },
      { name: 'My purchases', url: '/purchases' },
      { name: 'Your shelf', url: '/shelf' },
    ].map((shortcut) => ({ ...shortcut, icons: [icon(icons.icon192, 192)] })),
    screenshots: screens.map(({ src, width, height, formFactor, label }) => ({
      ...{ src, sizes: `${width}x${height}`, type: 'image/webp', form_factor: formFactor, label },
    })),
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' },
  })
}
