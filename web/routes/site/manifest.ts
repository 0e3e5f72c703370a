import { DEFAULT_PALETTE } from '#contracts/site/palette.ts'
import { icons, nameOnScreens, screens } from '#site/art/brand-art.ts'
import { siteContext } from '#web/lib/site.tsx'
import type { Route } from './+types/manifest.ts'

/** Renders the web app manifest: https://www.w3.org/TR/appmanifest/ */
export function loader({ context }: Route.LoaderArgs) {
  const { brand, colors, icons: own } = context.get(siteContext)
  const night = colors?.['--color-night'] ?? DEFAULT_PALETTE.night
  const icon = (src: string, size: number) => ({ src, sizes: `${size}x${size}`, type: 'image/png' })
  // The icons have square corners and stay within the safe zone, so that they work with and without masks.
  const [small, large] = [own?.small ?? icons.icon192, own?.large ?? icons.icon512]
  const isBrandOnScreens = brand.name === nameOnScreens && !colors && !own
  const drawn = [icon(small, 192), icon(large, 512)]
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
    background_color: night,
    theme_color: night,
    categories: ['books', 'education', 'lifestyle'],
    icons: ['any', 'maskable'].flatMap((purpose) => drawn.map((each) => ({ ...each, purpose }))),
    shortcuts: [
      { name: 'Bookshop', url: '/bookshop' },
      { name: 'Podcasts', url: '/podcasts' },
      { name: 'My purchases', url: '/purchases' },
      { name: 'Your shelf', url: '/shelf' },
    ].map((shortcut) => ({ ...shortcut, icons: [icon(small, 192)] })),
    screenshots: (isBrandOnScreens ? screens : []).map(({ src, width, height, formFactor, label }) => ({
      src,
      sizes: `${width}x${height}`,
      type: 'image/webp',
      form_factor: formFactor,
      label,
    })),
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' },
  })
}
