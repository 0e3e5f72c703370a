import { icons } from '#site/art/brand-art.ts'
import { site } from '#site/site.ts'

export function loader() {
  return Response.json(
    {
      name: site.brand.name,
      short_name: site.brand.name,
      description: site.brand.mission,
      start_url: '/',
      display: 'browser',
      background_color: '#faf6ef',
      theme_color: '#171c28',
      icons: [
        { src: icons.icon192, sizes: '192x192', type: 'image/png' },
        { src: icons.icon512, sizes: '512x512', type: 'image/png' },
      ],
    },
    { headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' } },
  )
}
